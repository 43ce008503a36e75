import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { LimitName } from '#application/ports/limiter.ts';
import { DAY } from '#domain/instant.ts';
import { SESSION_IDLE, SESSION_LIFETIME } from '#domain/session.ts';
import { LARGEST_BODY, sizeText } from '#adapters/http/body-limits.ts';
import { describedQuery, describedSchemas } from './describe-schema.ts';
import type { OpenApi, OperationObject, Parameter } from './open-api.ts';
import { AREAS } from './operation.ts';
import type { Operation } from './operation.ts';
import { jsonContent, refusalResponses, responsesOf } from './responses.ts';

const DESCRIPTION = `Calls are JSON over HTTPS, unless said otherwise; money is a number of dollars with at most two decimals, and times are UTC in ISO 8601.

**Sessions.** Signing in sets a cookie. Calls that change something are refused with \`CROSS_ORIGIN\` when a browser sends them from another site; other programs need no token beside the cookie.

**Refusals** all have one form. \`code\` is for programs and does not change, \`message\` is for people. Where \`Retry-After\` is sent, the call may be repeated after that many seconds. Anything else under \`/api\` answers 404 \`NOT_FOUND\`, another method 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. \`HEAD\` answers as \`GET\` does, without a body.

**Input.** A query or a form names a field once. Bodies are UTF-8 and at most ${sizeText(LARGEST_BODY)}. Fields that are not described are ignored. What is answered may get more fields with time.

**Fresh lists.** Where lists may be a few seconds late, whoever has just been told of a change also gets a cookie, \`recent\`, by which their own lists are not.`;

const PERIODS = [
  [24 * 60 * 60, 'day'],
  [60 * 60, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

const periodText = (seconds: number): string => {
  const [length, name] = PERIODS.find(([one]) => seconds % one === 0) ?? PERIODS[3];
  return seconds === length ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `${seconds / length} ${name}s`;
};

const limitText = (limits: Operation['limits']): string | undefined =>
  limits &&
  `Limited to ${Object.entries(limits)
    .map(([name, by]) => {
      const { tries, seconds } = DEFAULT_LIMITS[name as LimitName];
      return `${tries} calls in ${periodText(seconds)} by ${by}`;
    })
    .join(', and to ')}, unless the shop is set otherwise.`;

const parametersOf = ({ query }: Operation): readonly Parameter[] => {
  const { properties = {}, required = [] } = query === undefined ? {} : describedQuery(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description && { description }),
    schema,
  }));
};

const bodyOf = ({ json, form, signed, isBodyOptional = false }: Operation): OperationObject['requestBody'] => {
  if (signed !== undefined)
    return { required: true, description: signed, content: { 'application/json': { schema: { type: 'object' } } } };
  if (json !== undefined) return { required: !isBodyOptional, content: jsonContent(json) };
  return form && { required: true, content: jsonContent(form, 'application/x-www-form-urlencoded') };
};

const securityOf = ({ session }: Operation): OperationObject['security'] =>
  session === undefined ? [] : session === 'required' ? [{ session: [] }] : [{}, { session: [] }];

const described = (operation: Operation): OperationObject => {
  const { id, area, summary, description, limits } = operation;
  const text = [description, limitText(limits)].filter((part) => part !== undefined).join('\n\n');
  const parameters = parametersOf(operation);
  const requestBody = bodyOf(operation);
  return {
    operationId: id,
    tags: [area],
    summary,
    ...(text !== '' && { description: text }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(operation),
  };
};

/** The whole API as an OpenAPI 3.1 document. */
export const apiDocument = (
  operations: readonly Operation[],
  { sessionCookie }: { readonly sessionCookie: string },
): OpenApi => ({
  openapi: '3.1.1',
  info: {
    title: 'Homelead API',
    version: '1.0.0',
    summary: 'Real-estate buyer leads: sold one at a time, or from the Lead Vault.',
    description: DESCRIPTION,
  },
  servers: [{ url: '/' }],
  tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
  paths: Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, here]) => [
      path,
      Object.fromEntries(here.map((operation) => [operation.method, described(operation)])),
    ]),
  ),
  components: {
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookie,
        description: `Set by signing in, for ${SESSION_LIFETIME / DAY} days at most; it ends after ${SESSION_IDLE / DAY} days without a call that needs it.`,
      },
    },
    responses: refusalResponses(operations),
    schemas: describedSchemas(),
  },
});
