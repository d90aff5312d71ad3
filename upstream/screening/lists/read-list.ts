import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ListEntry, ListFormat, ListHead } from "../rules/list-entry.ts";
import { BrokenList } from "./broken-list.ts";
import { readEuXml } from "./eu-xml.ts";
import type { ListReader } from "./list-reader.ts";
import { readOfacAdvanced } from "./ofac-advanced.ts";
import { type OfacAliases, readOfacAliases, withAliases } from "./ofac-aliases.ts";
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

/** The largest list of today has 120 MB, and the largest file of aliases, which is held in memory, two. */
const mostBytes = { list: 1_000_000_000, aliases: 100_000_000 };

/**
 * A list that was read to its end: what it says of itself, and the SHA-256 of its bytes, followed by those of its aliases.
 * `aliases`: how many a file of their own has, and how many of them belong to parties that the list does not have; null without one.
 */
export type ReadList = ListHead & {
  format: ListFormat;
  sha256: string;
  aliases: { count: number; strangers: number } | null;
};

/** `aliases`: the file `alt.csv` of OFAC, beside `sdn.csv`. */
export type ListPaths = { path: string; aliases: string | null };

/**
 * Reads a list from a file and hands over one party after the other, so that memory holds one of them. The format is what
 * the file begins with. Throws `BrokenList` for what is no such list, ends too early, or cannot be read.
 */
export async function readList(
  { path, aliases: aliasPath }: ListPaths,
  onEntry: (entry: ListEntry) => Promise<void> | void,
): Promise<ReadList> {
  await checkSize(path, mostBytes.list);
  const content = await contentOf(path);
  if (content === "ofac_aliases") throw new BrokenList(aliasesAlone);
  if (content === "ofac_addresses") throw new BrokenList(addressesAlone);
  const hash = createHash("sha256");
  if (aliasPath === null) {
    const head = await readers[content](textOf(path, hash), onEntry);
    return { ...head, format: content, sha256: hash.digest("hex"), aliases: null };
  }
  if (content !== "ofac_csv") throw new BrokenList("a second file belongs to OFAC's sdn.csv only: leave it out");
  const { aliases, bytes } = await readAliasFile(aliasPath);
  const remaining = new Map(aliases.names);
  const head = await readOfacCsv(textOf(path, hash), (entry) => onEntry(withAliases(entry, remaining)));
  for (const piece of bytes) hash.update(piece);
  const strangers = [...remaining.values()].reduce((sum, names) => sum + names.length, 0);
  return {
    ...{ ...head, isWhole: head.isWhole && aliases.isWhole, format: content, sha256: hash.digest("hex") },
    aliases: { count: aliases.count, strangers },
  };
}

const aliasesAlone =
  "it is OFAC's alt.csv, which has the aliases of sdn.csv: give sdn.csv first and alt.csv after it, or import sdn.xml alone";
const addressesAlone = "it is OFAC's add.csv, whose postal addresses are not compared: give sdn.csv and alt.csv";

async function checkSize(path: string, most: number): Promise<void> {
  const { size } = await stat(path).catch(() => {
    throw new BrokenList("it is not there, or the service may not read it");
  });
  if (size > most) throw new BrokenList("it is larger than any list");
}

/** Its bytes count for the checksum, behind those of the list, which is read after it. */
async function readAliasFile(path: string): Promise<{ aliases: OfacAliases; bytes: readonly Uint8Array[] }> {
  try {
    await checkSize(path, mostBytes.aliases);
    if ((await contentOf(path)) !== "ofac_aliases") throw new BrokenList("it is not OFAC's alt.csv");
    const bytes: Uint8Array[] = [];
    const aliases = await readOfacAliases(textOf(path, { update: (piece) => bytes.push(piece) }));
    return { aliases, bytes };
  } catch (error) {
    throw error instanceof BrokenList ? new BrokenList(`of the second file, ${error.message}`) : error;
  }
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

/** The files that OFAC publishes beside `sdn.csv` are no lists, though each line looks like one of a plain list. */
async function contentOf(path: string): Promise<ListFormat | "ofac_aliases" | "ofac_addresses"> {
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
  if (/^\d+,\d+,"[anf]\.?k\.?a\.?"/i.test(begin)) return "ofac_aliases";
  if (/^\d+,\d+,("|-0-)/.test(begin)) return "ofac_addresses";
  return /^\d+,("|-0-)/.test(begin) ? "ofac_csv" : "plain";
}
