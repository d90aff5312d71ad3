import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Entry,
  type ListOwner,
  type ListStart,
  type NewEntry,
  readEntry,
  readFirstLine,
  writeEntry,
  writeFirstLine,
} from "./list-line.ts";
import type { SignerHead } from "./protocol/answers.ts";

/**
 * Everything that was ever signed, one line each, in a file that only grows. A line is on the disk before its transaction
 * leaves this process, so that no transaction is unlisted; each has the hash of the one before it.
 */
export type SignedList = {
  owner: ListStart;
  entries: readonly Entry[];
  head(): SignerHead;
  /** Writes it to the disk. Throws where that is not certain: then this process must end and read the list again. */
  append(added: NewEntry): Entry;
  /** Bytes of a line that a crash has left unfinished at the end, and that were cut: its transaction had not been handed out. */
  cutBytes: number;
  close(): void;
};

/** A list that must not be signed on; the sentence is for the person who starts the program. */
export class BrokenList extends Error {}

/** Creates the list with its first line. Throws where the file exists. */
export function createList(path: string, owner: ListOwner): void {
  const file = openSync(path, "ax", 0o600);
  writeSync(file, `${writeFirstLine(owner).line}\n`);
  fsyncSync(file);
  closeSync(file);
  syncFolder(path);
}

/** Opens and checks the list. Throws `BrokenList` where there is none, or where a line is missing or changed. */
export function openList(path: string): SignedList {
  if (!existsSync(path))
    throw new BrokenList(
      `There is no list ${path}. On the first day a person creates it with --init; later it was lost.`,
    );
  const file = openSync(path, "a+");
  const whole = readFileSync(path);
  const cutBytes = whole.length - (whole.lastIndexOf(0x0a) + 1);
  if (cutBytes > 0) {
    ftruncateSync(file, whole.length - cutBytes);
    fsyncSync(file);
  }
  const lines = whole
    .subarray(0, whole.length - cutBytes)
    .toString("utf8")
    .split("\n")
    .slice(0, -1);
  const { owner, entries, hash } = readLines(path, lines);
  return listOf(file, whole.length - cutBytes, { owner, entries, hash, cutBytes });
}

type ReadList = { owner: ListStart; entries: Entry[]; hash: string };

function readLines(path: string, [first = "", ...rest]: readonly string[]): ReadList {
  const owner = readFirstLine(first);
  if (!owner) throw new BrokenList(`The first line of ${path} is not one of a signer's list.`);
  const entries: Entry[] = [];
  let { hash } = owner;
  for (const line of rest) {
    const entry = readEntry(line, entries.length + 1, hash);
    if (!entry)
      throw new BrokenList(`Line ${entries.length + 2} of ${path} was changed, or lines before it are missing.`);
    entries.push(entry);
    hash = entry.hash;
  }
  return { owner, entries, hash };
}

function listOf(file: number, length: number, read: ReadList & { cutBytes: number }): SignedList {
  const { owner, entries, cutBytes } = read;
  let { hash } = read;
  let size = length;
  // A second signer on the same list would use the same nonces for other transactions.
  const expectSize = (expected: number) => {
    if (fstatSync(file).size !== expected) throw new Error("The list has changed beside this process");
  };
  return {
    owner,
    entries,
    cutBytes,
    head: () => ({ seq: entries.length, head: hash }),
    append(added) {
      const { line, entry } = writeEntry(added, entries.length + 1, hash);
      const bytes = Buffer.from(`${line}\n`);
      expectSize(size);
      writeSync(file, bytes);
      fsyncSync(file);
      expectSize(size + bytes.length);
      size += bytes.length;
      entries.push(entry);
      hash = entry.hash;
      return entry;
    },
    close: () => closeSync(file),
  };
}

/** A new file is safe only once its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), "r");
  fsyncSync(folder);
  closeSync(folder);
}
