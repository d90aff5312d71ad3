import { describe, expect, test } from "vitest";
import { bookingsOf, final, go, invoiced, send, statusOf } from "../../testing/order-story.ts";
import { paying, wait } from "../../testing/order-world.ts";

const half = 30 * 60;

describe("an invoice", () => {
  test("locks its rate for half an hour and stays open for a day", () => {
    const world = invoiced();
    wait(world, half);
    expect(bookingsOf(world, { name: "rate_ended" })).toEqual(["void"]);
    expect(statusOf(world)).toBe("awaiting_payment");
    wait(world, 3600);
    expect(go(world, final(paying(world, "p", 100_00n)))).toBe("processing");
    expect(world.order.condition).toBe("late");
  });

  test("paid after the grace time needs a new quote", () => {
    const world = invoiced();
    wait(world, half);
    go(world, { name: "rate_ended" });
    wait(world, 3 * 3600);
    expect(go(world, final(paying(world, "p", 100_00n)))).toBe("on_hold late_payment");
    expect(go(world, { name: "accept_requote" })).toBe("processing");
  });

  test("is refunded to its payments, to each its own part", () => {
    const world = invoiced();
    go(world, final(paying(world, "p1", 30_00n)), final(paying(world, "p2", 20_00n)));
    go(world, { name: "request_refund", refund: null });
    expect(send(world, "refund")).toBe("refund_pending");
    expect(send(world, "refund")).toBe("refunded");
    expect(world.outgoing.map(({ account, amount }) => [account, amount])).toEqual([
      ["p2", 20_00n],
      ["p1", 30_00n],
    ]);
  });

  test("cancelled at PayPal is refunded if paid, otherwise ends", () => {
    const world = invoiced();
    go(world, final(paying(world, "p1", 30_00n)));
    expect(go(world, { name: "invoice_cancelled" })).toBe("refund_pending");
    expect(go(invoiced(), { name: "invoice_cancelled" })).toBe("cancelled");
  });
});
