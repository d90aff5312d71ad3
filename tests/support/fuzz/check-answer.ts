import type { Described } from "./document.ts";
import type { Asked } from "./random-request.ts";
import { misfits } from "./schema-mismatches.ts";

export type Told = { status: number; type: string | null; text: string };

/** What is wrong with a response by the service's own description; null when nothing is. */
export function judged(asked: Asked, told: Told, described: Described): string | null {
  const documented = asked.operation.responses[String(told.status)];
  if (told.status === 500) return "a fault of ours";
  // Requests too large for an HTTP server never reach the calls.
  if (told.status === 431 && headBytes(asked) > longestHeadBytes) return null;
  if (!documented) return `status ${told.status} is not documented`;
  const type = told.type?.split(";")[0]?.trim() ?? null;
  // Streams are closed after their first event.
  if (type === "text/event-stream" && documented.content?.[type]) return null;
  if (!documented.content) return told.text === "" ? null : "a body where none is documented";
  const schema = documented.content[type ?? ""]?.schema;
  if (!schema) return `type ${told.type} is not documented for ${told.status}`;
  const value = parsed(told.text);
  if (value === undefined) return "the answer is no JSON";
  const wrong = misfits(value, schema, described);
  return wrong.length > 0 ? wrong.slice(0, 5).join("; ") : null;
}

const longestHeadBytes = 15_000;

function headBytes({ target, headers }: Asked): number {
  return target.length + Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
