import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createList, openList } from "./list.ts";
import type { NewEntry } from "./list-line.ts";

const owner = { chain: 1, hot: "0xhot", gas: "0xgas", at: "2026-01-01T00:00:00.000Z" };

function newEntry(id: string, nonce: number): NewEntry {
  const address = "0x00000000000000000000000000000000000000aA";
  const fees = { gas: 21_000n, maxFee: 10n, tip: 1n };
  const payout = { id, step: "payout", deposit: null, asset: "eth", from: address, to: address, amount: 7n } as const;
  const signed = { tx: `0x${"1".repeat(64)}`, bytes: "0x02", isApproved: false };
  return { ...payout, ...fees, ...signed, nonce, at: "2026-01-01T00:00:01.000Z" };
}

function newList(entries: number): string {
  const path = join(mkdtempSync(join(tmpdir(), "signer-list-")), "list");
  createList(path, owner);
  const list = openList(path);
  for (let at = 0; at < entries; at += 1) list.append(newEntry(`m${at}`, at));
  list.close();
  return path;
}

test("a list that is opened again has the same entries and the same head", () => {
  const path = newList(2);
  const list = openList(path);
  expect(list.owner).toMatchObject(owner);
  expect(list.entries).toMatchObject([newEntry("m0", 0), newEntry("m1", 1)]);
  expect(list.head()).toEqual({ seq: 2, head: list.entries[1]?.hash });
  list.append(newEntry("m2", 2));
  expect(openList(path).entries).toHaveLength(3);
});

test("an unfinished last line is removed at the start, and new entries follow the last complete one", () => {
  const path = newList(2);
  const before = readFileSync(path, "utf8");
  appendFileSync(path, '{"seq":3,"prev":"ab');
  const list = openList(path);
  expect(list.cutBytes).toBe(19);
  expect(readFileSync(path, "utf8")).toBe(before);
  list.append(newEntry("m2", 2));
  expect(openList(path).entries.map(({ id }) => id)).toEqual(["m0", "m1", "m2"]);
});

test("a changed, a missing and a repeated line are refused by number", () => {
  const path = newList(3);
  const lines = readFileSync(path, "utf8").split("\n");
  const [firstLine = "", secondLine = "", thirdLine = "", fourthLine = ""] = lines;
  const opened = (...changed: string[]) => {
    writeFileSync(path, `${changed.join("\n")}\n`);
    return () => openList(path);
  };
  expect(opened(firstLine, secondLine.replace('"amount":"7"', '"amount":"8"'), thirdLine, fourthLine)).toThrow(
    "Line 2 ",
  );
  expect(opened(firstLine, secondLine, fourthLine)).toThrow("Line 3 ");
  expect(opened(firstLine, secondLine, secondLine, thirdLine)).toThrow("Line 3 ");
  expect(opened(firstLine, secondLine, "{}", fourthLine)).toThrow("Line 3 ");
  expect(opened(secondLine, thirdLine)).toThrow("The first line ");
  expect(opened(firstLine, secondLine, thirdLine, fourthLine)).not.toThrow();
});

test("no list is created where one is, and none is opened where none is", () => {
  const path = newList(1);
  expect(() => createList(path, owner)).toThrow("EEXIST");
  expect(() => openList(`${path}.other`)).toThrow("--init");
});

test("a second process on the same list signs nothing more", () => {
  const path = newList(0);
  const [list, staleList] = [openList(path), openList(path)];
  list.append(newEntry("m0", 0));
  expect(() => staleList.append(newEntry("m1", 0))).toThrow("has changed beside this process");
  expect(openList(path).entries.map(({ id }) => id)).toEqual(["m0"]);
});
