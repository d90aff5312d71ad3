import { z } from "zod/v4";

const label = z.string().regex(/^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/);

/** `entry`: the provider's name of the listed party, the same each time; `reference`: its name of this answer. */
const resultSchema = z.discriminatedUnion("result", [
  z.strictObject({ id: z.string(), result: z.literal("clear"), reference: label }),
  z.strictObject({ id: z.string(), result: z.literal("listed"), reference: label, entry: label }),
]);
export type ReadAnswer =
  | { result: "clear"; reference: string }
  | { result: "listed"; reference: string; entry: string };

/** Reads the body of an answer to the question `id`; null where it is anything else. */
export function readAnswer(id: string, text: string): ReadAnswer | null {
  const parsed = resultSchema.safeParse(json(text));
  if (!parsed.success || parsed.data.id !== id) return null;
  const { id: _, ...read } = parsed.data;
  return read;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
