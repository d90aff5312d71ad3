import { describe, expect, test } from "vitest";
import { leftOf } from "../../testing/ledger-truths.ts";
import { awaiting, final, go, refusalOf, seen, statusOf, vanished } from "../../testing/order-story.ts";
import { type OrderWorld, paying, wait } from "../../testing/order-world.ts";

const window = 30 * 60;
const grace = 90 * 60;

function expired(): OrderWorld {
  const world = awaiting();
  wait(world, window);
  go(world, { name: "window_ended" });
  return world;
}

describe("a late payment", () => {
  test("within the grace time and the band counts as quoted, with a new hold", () => {
    const world = expired();
    wait(world, grace);
    world.rate = "0.97465";
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("confirming");
    expect(go(world, final(paying(world, "a", 500_000000n)))).toBe("processing");
    expect(world.order).toMatchObject({ toAmount: 480_08n, condition: "late" });
  });

  test("within the grace time but outside the band is told that the rate has moved", () => {
    const world = expired();
    world.rate = "0.97466";
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("on_hold rate_moved");
    expect(world.order.holdOffer).toMatchObject({ rate: "0.97466" });
  });

  test("a second after the grace time is late, whatever the rate", () => {
    const world = expired();
    wait(world, grace + 1);
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("on_hold late_payment");
  });

  test("is judged by the rate at its first sight, not at its last confirmation", () => {
    const world = expired();
    go(world, seen(paying(world, "a", 500_000000n)));
    world.rate = "0.5000";
    expect(go(world, final(paying(world, "a", 500_000000n)))).toBe("processing");
  });

  test("that vanishes leaves the order expired, without a hold", () => {
    const world = expired();
    const payment = paying(world, "a", 500_000000n);
    expect(go(world, seen(payment), vanished(payment))).toBe("expired");
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("to a cancelled order is treated the same", () => {
    const world = awaiting();
    go(world, { name: "cancel" });
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("confirming");
    const other = awaiting();
    go(other, { name: "cancel" });
    wait(other, window + grace + 1);
    const late = paying(other, "a", 500_000000n);
    expect(go(other, seen(late))).toBe("on_hold late_payment");
    expect(go(other, vanished(late))).toBe("cancelled");
  });

  test("is taken at the offer, or refused once that has run out", () => {
    const world = expired();
    wait(world, grace + 1);
    world.rate = "0.9500";
    go(world, final(paying(world, "a", 500_000000n)));
    wait(world, 15 * 60);
    expect(refusalOf(world, { name: "accept_requote" })).toBe("quote_expired");
    world.rate = "0.9800";
    go(world, { name: "offer_ended" });
    expect(world.order.holdOffer).toMatchObject({ rate: "0.9800", toAmount: "48755" });
    expect(go(world, { name: "accept_requote" })).toBe("processing");
    expect(world.order.toAmount).toBe(487_55n);
  });

  test("does not disturb an offer that still stands", () => {
    const world = expired();
    wait(world, grace + 1);
    go(world, final(paying(world, "a", 500_000000n)));
    expect(refusalOf(world, { name: "offer_ended" })).toBe("unchanged");
  });

  test("joined by another is offered for the sum of both", () => {
    const world = expired();
    wait(world, grace + 1);
    go(world, final(paying(world, "a", 300_000000n)));
    expect(world.order.holdOffer).toMatchObject({ fromAmount: "300000000" });
    go(world, final(paying(world, "b", 200_000000n)));
    expect(world.order.holdOffer).toMatchObject({ fromAmount: "500000000", toAmount: "48008" });
  });

  test("gets no offer while there is no rate, or the pair is paused", () => {
    const world = expired();
    world.rate = null;
    go(world, final(paying(world, "a", 500_000000n)));
    expect(statusOf(world)).toBe("on_hold rate_moved");
    expect(world.order.holdOffer).toBeNull();
  });
});
