import { expect, test } from "vitest";
import { gasSpent } from "./gas-postings.ts";

const sender = { outgoingId: "out_1", rail: "sandbox-tron" };
const held = { asset: "trx", amount: 30n };

test("what the network took is posted from what was held for it", () => {
  expect(gasSpent(sender, held, { asset: "trx", amount: 20n }, "sent")).toEqual([
    { do: "settle", id: "out_1:gas:post", pendingId: "out_1:gas", amount: 20n },
  ]);
});

test("what it took beyond that is booked as a fact", () => {
  expect(gasSpent(sender, held, { asset: "trx", amount: 35n }, "failed")).toMatchObject([
    { do: "settle", amount: 30n },
    { do: "forced", id: "out_1:failed-fee", debit: "reserve:trx", credit: "assets:sandbox-tron:trx", amount: 5n },
  ]);
});

test("what was held is free again where it took nothing", () => {
  expect(gasSpent(sender, held, null, "failed")).toEqual([
    { do: "void", id: "out_1:gas:void", pendingId: "out_1:gas" },
  ]);
  expect(gasSpent(sender, null, null, "sent")).toEqual([]);
});
