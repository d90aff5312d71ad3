import { expect, test } from "vitest";
import { PageStore } from "./page-store.ts";

const sized = (bytes: number) => ({ bytes, byteLength: () => page(bytes) });
const page = (bytes: number) => bytes;

test("evicts the least recently used page over the entry limit", () => {
  const store = new PageStore<ReturnType<typeof sized>>({ entries: 2, bytes: 1000 });
  store.set("a", sized(1));
  store.set("b", sized(1));
  store.get("a");
  store.set("c", sized(1));
  expect(["a", "b", "c"].map((key) => store.get(key) !== undefined)).toEqual([true, false, true]);
});

test("evicts the least recently used page over the byte limit, also when a page grows", () => {
  const store = new PageStore<{ bytes: number; byteLength(): number }>({ entries: 10, bytes: 500 });
  const growing = { bytes: 200, byteLength: () => growing.bytes };
  store.set("a", sized(200));
  store.set("b", growing);
  store.get("a");
  store.set("c", sized(100));
  expect([store.size, store.byteLength()]).toEqual([3, 500]);
  growing.bytes = 300;
  store.trim();
  expect([store.get("b"), store.size]).toEqual([undefined, 2]);
});

test("does not store a page larger than the whole store", () => {
  const store = new PageStore<ReturnType<typeof sized>>({ entries: 10, bytes: 500 });
  store.set("a", sized(501));
  expect(store.size).toBe(0);
});
