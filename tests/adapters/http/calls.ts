import { OPERATIONS } from '#adapters/http/operations/all.ts';
import type { Operation } from '#adapters/http/operations/operation.ts';
import { SHOP } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

/** What is sent to an operation, besides the content type that it takes. */
export type Call = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const operationOf = (id: string): Operation => {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
};

const bodyOf = ({ form }: Operation, body: Call['body']): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body ?? null;
  return form === undefined ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>).toString();
};

/** Calls an operation by its name. */
export const call = async ({ app }: Pick<ShopApp, 'app'>, id: string, sent: Call = {}): Promise<Response> => {
  const operation = operationOf(id);
  const { query = {}, cookie, headers = {} } = sent;
  const body = bodyOf(operation, sent.body);
  const type = operation.form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return app.request(`${SHOP}${operation.path}?${new URLSearchParams(query).toString()}`, {
    method: operation.method.toUpperCase(),
    headers: { ...(body !== null && { 'content-type': type }), ...(cookie && { cookie }), ...headers },
    body,
  });
};
