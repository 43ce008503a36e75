import { FAILURES, saysWhen } from '#adapters/http/failures.ts';
import type { FailureCode } from '#adapters/http/contract/contract.ts';
import { namedSchema } from './describe-schema.ts';
import { referenceTo } from './json-schema.ts';
import type { Content, OperationObject, ResponseObject } from './open-api.ts';
import type { AnswerDescription, Headers, Operation } from './operation.ts';
import { refusalsOf } from './refusals.ts';

/** JSON of a named schema, with its example. */
export const jsonContent = (schema: NonNullable<AnswerDescription['json']>, type = 'application/json'): Content => {
  const { reference, example } = namedSchema(schema);
  return { [type]: { schema: reference, ...(example !== undefined && { examples: { example: { value: example } } }) } };
};

const contentOf = ({ json, types = [] }: AnswerDescription): Content =>
  json === undefined
    ? Object.fromEntries(
        types.map((type) => [type, { schema: { type: type === 'application/json' ? 'object' : 'string' } }]),
      )
    : jsonContent(json);

const headersOf = (headers: Headers | undefined): Pick<ResponseObject, 'headers'> =>
  headers === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, { says, always }]) => [
            name,
            { description: says, required: always, schema: { type: 'string' } },
          ]),
        ),
      };

const answered = (answer: AnswerDescription, everywhere: Headers | undefined): ResponseObject => {
  const content = contentOf(answer);
  return {
    description: answer.says,
    ...headersOf(answer.headers ?? everywhere),
    ...(Object.keys(content).length > 0 && { content }),
  };
};

const RETRY_AFTER = {
  description: 'Seconds after which to try again.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
} as const;

const refused = (codes: readonly FailureCode[]): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${FAILURES[code][1]}`).join('\n\n'),
  ...(codes.every(saysWhen) && { headers: { 'Retry-After': RETRY_AFTER } }),
  content: {
    'application/json': {
      schema: { allOf: [referenceTo('Failure'), { type: 'object', properties: { code: { enum: codes } } }] },
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { error: FAILURES[code][1], message: FAILURES[code][1], code } }]),
      ),
    },
  },
});

const byStatus = (codes: readonly FailureCode[]): ReadonlyMap<string, readonly FailureCode[]> =>
  Map.groupBy(codes, (code) => String(FAILURES[code][0]));

/** The name of a response that several operations share. */
const nameOf = (codes: readonly FailureCode[]): string => codes.join('.');

/** The refusals that any address can answer with, described or not. */
const ELSEWHERE = [['NOT_FOUND'], ['METHOD_NOT_ALLOWED']] as const;

/** The refusals of all operations, each combination once. */
export const refusalResponses = (operations: readonly Operation[]): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    [
      ...ELSEWHERE,
      ...operations
        .filter(({ headers }) => headers === undefined)
        .flatMap((operation) => [...byStatus(refusalsOf(operation)).values()]),
    ].map((codes) => [nameOf(codes), refused(codes)]),
  );

/** Everything that an operation answers; refusals are named, where they have no headers of their own. */
export const responsesOf = (operation: Operation): OperationObject['responses'] => {
  const { answers, headers } = operation;
  const refusal = (codes: readonly FailureCode[]): ResponseObject | { readonly $ref: string } => {
    if (headers === undefined) return { $ref: `#/components/responses/${nameOf(codes)}` };
    const response = refused(codes);
    return { ...response, headers: { ...response.headers, ...headersOf(headers).headers } };
  };
  return Object.fromEntries([
    ...Object.entries(answers).map(([status, answer]) => [status, answered(answer, headers)] as const),
    ...[...byStatus(refusalsOf(operation))].map(([status, codes]) => [status, refusal(codes)] as const),
  ]);
};
