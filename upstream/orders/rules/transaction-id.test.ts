import { expect, test } from "vitest";
import { awaiting, final, go, refusalOf } from "./testing/order-story.ts";
import { paying } from "./testing/order-world.ts";
import { normalTransactionId } from "./transaction-id.ts";

const hash = "ab".repeat(32);
const capitals = hash.toUpperCase();

test.each([
  ["crypto", "tron", capitals, hash],
  ["crypto", "tron", ` 0x${hash} `, hash],
  ["crypto", "bitcoin", `${capitals}:1`, `${hash}:1`],
  ["crypto", "ethereum", capitals, `0x${hash}`],
  ["crypto", "ethereum", `0X${capitals}`, `0x${hash}`],
  ["ewallet", null, "9ab12345cd678901e", "9AB12345CD678901E"],
  // A gateway's own id: a letter may matter.
  ["crypto", "tron", "pay_Ab1", "pay_Ab1"],
] as const)("in %s %s, %s is %s", (kind, network, written, normal) => {
  expect(normalTransactionId({ kind, network }, written)).toBe(normal);
});

test("a payment reported again in capitals is the same payment, and can be reversed by either form", () => {
  const world = awaiting();
  go(world, final(paying(world, hash, 500_000000n)));
  expect(refusalOf(world, final(paying(world, capitals, 500_000000n)))).toBe("unchanged");
  expect(world.order.received).toBe(500_000000n);
  const { rail } = paying(world, hash, 1n);
  expect(go(world, { name: "payment_reversed", rail, railPaymentId: capitals })).toBe("on_hold manual_review");
});
