import type { JsonSchema } from './json-schema.ts';

/** The part of OpenAPI 3.1 that the document uses. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>;
type Examples = Readonly<Record<string, { readonly value: unknown }>>;

export type Parameter = {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};

export type ResponseObject = {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly schema: JsonSchema }>
  >;
  readonly content?: Content;
};

export type OperationObject = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
};

export type Method = 'get' | 'post' | 'put';

export type OpenApi = {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, OperationObject>>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
};
