import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ListEntry, ListFormat, ListHead } from "../rules/list-entry.ts";
import { BrokenList } from "./broken-list.ts";
import { readEuXml } from "./eu-xml.ts";
import type { ListReader } from "./list-reader.ts";
import { readOfacAdvanced } from "./ofac-advanced.ts";
import { readOfacCsv } from "./ofac-csv.ts";
import { readOfacXml } from "./ofac-xml.ts";
import { readPlainList } from "./plain-list.ts";
import { readUnXml } from "./un-xml.ts";

const readers: Readonly<Record<ListFormat, ListReader>> = {
  ofac: readOfacXml,
  ofac_advanced: readOfacAdvanced,
  ofac_csv: readOfacCsv,
  eu: readEuXml,
  un: readUnXml,
  plain: readPlainList,
};

/** The largest list of today has 120 MB. */
const mostBytes = 1_000_000_000;

/** A list that was read to its end: what it says of itself, and the SHA-256 of its bytes. */
export type ReadList = ListHead & { format: ListFormat; sha256: string };

/**
 * Reads a list from a file and hands over one party after the other, so that memory holds one of them. The format is what
 * the file begins with. Throws `BrokenList` for what is no such list, ends too early, or cannot be read.
 */
export async function readList(path: string, onEntry: (entry: ListEntry) => Promise<void> | void): Promise<ReadList> {
  const { size } = await stat(path).catch(() => {
    throw new BrokenList("it is not there, or the service may not read it");
  });
  if (size > mostBytes) throw new BrokenList("it is larger than any list");
  const format = await formatOf(path);
  const hash = createHash("sha256");
  const head = await readers[format](textOf(path, hash), onEntry);
  return { ...head, format, sha256: hash.digest("hex") };
}

async function* textOf(path: string, hash?: { update(bytes: Uint8Array): unknown }): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) {
      hash?.update(bytes);
      if (bytes.includes(0)) throw new BrokenList("it is not text in UTF-8");
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof BrokenList) throw error;
    throw new BrokenList(error instanceof TypeError ? "it is not text in UTF-8" : "it cannot be read");
  }
}

/** The elements with which the XML formats begin. */
const roots: readonly (readonly [RegExp, ListFormat])[] = [
  [/<(\w+:)?sdnList[\s>]/, "ofac"],
  [/<(\w+:)?Sanctions[\s>]/, "ofac_advanced"],
  [/<(\w+:)?CONSOLIDATED_LIST[\s>]/, "un"],
  [/<(\w+:)?export[\s>]/, "eu"],
];

async function formatOf(path: string): Promise<ListFormat> {
  let start = "";
  for await (const text of textOf(path)) {
    start += text;
    if (start.length >= 4096) break;
  }
  const begin = start
    .slice(0, 4096)
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (begin.startsWith("<")) {
    const root = roots.find(([pattern]) => pattern.test(begin));
    if (!root) throw new BrokenList("it is XML of none of the formats");
    return root[1];
  }
  return /^\d+,("|-0-)/.test(begin) ? "ofac_csv" : "plain";
}
