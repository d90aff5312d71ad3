import type { ApiDocument, ApiOperation } from "../../api/api-document.ts";

export type Reference = {
  groups: { name: string; description: string; calls: Call[] }[];
  refusals: CallRefusal[];
};
export type CallRefusal = { code: string; status: string; advice: string };
export type Call = {
  operation: ApiOperation;
  method: string;
  path: string;
  /** The example request as it is sent. */
  request: string;
  /** The example reply, or the call whose example has the same schema and stands earlier on the page. */
  reply: { text: string } | { sameAs: string } | null;
  /** Codes of this call beyond those of every call. */
  codes: string[];
};

/** The document in the order and form in which the page shows it. */
export function referenceOf(document: ApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const refusals = operations.map(({ operation }) => refusalsOf(operation));
  const everyCode = new Map(refusals.flat().map((refusal) => [refusal.code, refusal]));
  const common = [...everyCode.keys()].filter((code) =>
    refusals.every((operationRefusals) => operationRefusals.some((refusal) => refusal.code === code)),
  );
  const callBySchema = new Map<string, string>();
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: operations
      .filter(({ operation }) => operation.tags.includes(tag.name))
      .map(({ path, method, operation }) => ({
        operation,
        method,
        path: `/api/v1${path}`,
        request: operation["x-codeSamples"][0]?.source ?? `${method} /api/v1${path}`,
        reply: replyOf(operation, callBySchema),
        codes: refusalsOf(operation)
          .map(({ code }) => code)
          .filter((code) => !common.includes(code)),
      })),
  }));
  return { groups, refusals: [...everyCode.values()].sort((a, b) => (a.status < b.status ? -1 : 1)) };
}

/** Each refusal is a line of its status's description: code and advice. */
function refusalsOf({ responses }: ApiOperation): CallRefusal[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/^- `(\w+)`: (.*)$/gm)].map(([, code = "", advice = ""]) => ({ code, status, advice })),
  );
}

function replyOf({ operationId, responses }: ApiOperation, callBySchema: Map<string, string>): Call["reply"] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const media = success?.content["application/json"] ?? success?.content["text/event-stream"];
  if (media?.example === undefined) return null;
  const schema = JSON.stringify(media.schema);
  const first = callBySchema.get(schema);
  if (first !== undefined) return { sameAs: first };
  callBySchema.set(schema, operationId);
  return { text: JSON.stringify(media.example, null, 1) };
}
