import type { Described } from "./document.ts";
import type { FuzzRequest } from "./random-request.ts";
import { misfits } from "./schema-mismatches.ts";

export type FuzzResponse = { status: number; type: string | null; text: string };

/** What is wrong with a response by the service's own description; null when nothing is. */
export function mismatchOf(request: FuzzRequest, response: FuzzResponse, described: Described): string | null {
  const documented = request.operation.responses[String(response.status)];
  if (response.status === 500) return "a fault of ours";
  // Requests too large for an HTTP server never reach the calls.
  if (response.status === 431 && headBytes(request) > longestHeadBytes) return null;
  if (!documented) return `status ${response.status} is not documented`;
  const type = response.type?.split(";")[0]?.trim() ?? null;
  // Streams are closed after their first event.
  if (type === "text/event-stream" && documented.content?.[type]) return null;
  if (!documented.content) return response.text === "" ? null : "a body where none is documented";
  const schema = documented.content[type ?? ""]?.schema;
  if (!schema) return `type ${response.type} is not documented for ${response.status}`;
  const value = parsed(response.text);
  if (value === undefined) return "the answer is no JSON";
  const wrong = misfits(value, schema, described);
  return wrong.length > 0 ? wrong.slice(0, 5).join("; ") : null;
}

const longestHeadBytes = 15_000;

function headBytes({ target, headers }: FuzzRequest): number {
  return target.length + Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
