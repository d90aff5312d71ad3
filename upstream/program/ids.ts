import { randomFillSync } from "node:crypto";
import { base32crockford } from "@scure/base";
import { refFromBytes } from "../../contract/order/order-number.ts";
import type { Ids } from "../ports/ids.ts";

/** 120 random bits after the prefix: no collisions, not guessable. */
export const randomIds: Ids = {
  newId: (prefix) => `${prefix}_${base32crockford.encode(randomBytes(15)).toLowerCase()}`,
  newRef: () => refFromBytes(randomBytes(10)),
};

/** Reading system randomness costs more than a quote, so it is read for some hundred ids at once. */
const pool = new Uint8Array(1500);
let used = pool.length;

function randomBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.slice(used - count, used);
}
