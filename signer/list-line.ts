import { createHash } from "node:crypto";
import { z } from "zod/v4";
import { signedTransaction } from "./protocol/answers.ts";

/** The first line: whose list it is. `at`: when a person created it. */
const firstLine = z.strictObject({
  kind: z.literal("kursa-signer-list"),
  chain: z.number().int(),
  hot: z.string(),
  gas: z.string(),
  at: z.iso.datetime(),
  hash: z.string(),
});
export type ListOwner = Omit<z.output<typeof firstLine>, "kind" | "hash">;
/** With the hash of its line. */
export type ListStart = z.output<typeof firstLine>;

/**
 * One signed transaction in the list. `prev`: the hash of the line before it. `isApproved`: enough operators have signed for
 * it, so that it does not count against the caps.
 */
const entry = signedTransaction
  .omit({ line: true })
  .extend({ isApproved: z.boolean(), prev: z.string(), hash: z.string() });
export type Entry = z.output<typeof entry>;
export type NewEntry = Omit<Entry, "seq" | "prev" | "hash">;

/** A line without its line break, and its hash: SHA-256 over its other fields, those before it by `prev`. */
export function writeFirstLine({ chain, hot, gas, at }: ListOwner): { line: string; hash: string } {
  return hashed({ kind: "kursa-signer-list", chain, hot, gas, at });
}

export function writeEntry(added: NewEntry, seq: number, prev: string): { line: string; entry: Entry } {
  const { id, step, deposit, asset, from, to, nonce, at, tx, bytes, isApproved } = added;
  const [amount, gas, maxFee, tip] = [added.amount, added.gas, added.maxFee, added.tip].map(String);
  const fields = { seq, prev, id, step, deposit, asset, from, to, amount, nonce, gas, maxFee, tip, at, isApproved };
  const { line, hash } = hashed({ ...fields, tx, bytes });
  return { line, entry: { ...added, seq, prev, hash } };
}

/** Undefined where the text is no first line, or not the one of its hash. */
export function readFirstLine(line: string): ListStart | undefined {
  const read = firstLine.safeParse(parsed(line));
  return read.success && writeFirstLine(read.data).line === line ? read.data : undefined;
}

/** Undefined where the text is no entry, or not the next one behind `seq` and `prev`. */
export function readEntry(line: string, seq: number, prev: string): Entry | undefined {
  const read = entry.safeParse(parsed(line));
  return read.success && writeEntry(read.data, seq, prev).line === line ? read.data : undefined;
}

function hashed(fields: object): { line: string; hash: string } {
  const hash = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
  return { line: JSON.stringify({ ...fields, hash }), hash };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
