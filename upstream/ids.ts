import { randomBytes } from "node:crypto";
import { base32crockford } from "@scure/base";
import type { Ids } from "./context.ts";
import { refFromBytes } from "./domain/order-ref.ts";

/** 120 random bits after the prefix: nobody meets or finds another's by chance. */
export const randomIds: Ids = {
  newId: (prefix) => `${prefix}_${base32crockford.encode(randomBytes(15)).toLowerCase()}`,
  newRef: () => refFromBytes(randomBytes(10)),
};
