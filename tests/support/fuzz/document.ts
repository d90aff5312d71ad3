export type SchemaType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/** The part of JSON Schema in our OpenAPI document. */
export type Schema = {
  $ref?: string;
  /** Several where null is allowed too. */
  type?: SchemaType | SchemaType[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  examples?: unknown[];
};

type Content = Record<string, { schema?: Schema }>;

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters: { in: "query" | "header" | "path"; name: string; required?: boolean; schema: Schema }[];
  body: Schema | undefined;
  responses: Record<string, { content?: Content }>;
  needsOrder: boolean;
};

export type Described = { operations: Operation[]; resolved(schema: Schema): Schema };

type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
};
type RawOperation = {
  operationId: string;
  parameters?: Operation["parameters"];
  requestBody?: { content: Content };
  responses: Operation["responses"];
  security: Record<string, unknown>[];
};

/** Every call, as the service describes it. */
export function described(text: string): Described {
  // The document is our own and linted; here it gets its type.
  const document = JSON.parse(text) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses, security }]) => ({
      operationId,
      method: method.toUpperCase(),
      path: `/api/v1${path}`,
      parameters,
      body: requestBody?.content["application/json"]?.schema,
      responses,
      needsOrder: security.some((scheme) => "orderToken" in scheme),
    })),
  );
  const resolved = (schema: Schema): Schema => {
    if (!schema.$ref) return schema;
    const namedSchema = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    if (!namedSchema) throw new Error(`No schema ${schema.$ref}`);
    return resolved(namedSchema);
  };
  return { operations, resolved };
}
