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
  test("within grace time and rate band counts as quoted, with a new hold", () => {
    const world = expired();
    wait(world, grace);
    world.rate = "0.97465";
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("confirming");
    expect(go(world, final(paying(world, "a", 500_000000n)))).toBe("processing");
    expect(world.order).toMatchObject({ toAmount: 480_08n, condition: "late" });
  });

  test("within grace time but outside the rate band is held as rate moved", () => {
    const world = expired();
    world.rate = "0.97466";
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("on_hold rate_moved");
    expect(world.order.holdOffer).toMatchObject({ rate: "0.97466" });
  });

  test("one second after the grace time is late, whatever the rate", () => {
    const world = expired();
    wait(world, grace + 1);
    expect(go(world, seen(paying(world, "a", 500_000000n)))).toBe("on_hold late_payment");
  });

  test("is valued at the rate when first seen, not when final", () => {
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

  test("is exchanged at an accepted offer, refused after the offer expires", () => {
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

  test("keeps a valid offer", () => {
    const world = expired();
    wait(world, grace + 1);
    go(world, final(paying(world, "a", 500_000000n)));
    expect(refusalOf(world, { name: "offer_ended" })).toBe("unchanged");
  });

  test("with another payment gets an offer for the sum", () => {
    const world = expired();
    wait(world, grace + 1);
    go(world, final(paying(world, "a", 300_000000n)));
    expect(world.order.holdOffer).toMatchObject({ fromAmount: "300000000" });
    go(world, final(paying(world, "b", 200_000000n)));
    expect(world.order.holdOffer).toMatchObject({ fromAmount: "500000000", toAmount: "48008" });
  });

  test("gets no offer without a rate or while the pair is paused", () => {
    const world = expired();
    world.rate = null;
    go(world, final(paying(world, "a", 500_000000n)));
    expect(statusOf(world)).toBe("on_hold rate_moved");
    expect(world.order.holdOffer).toBeNull();
  });
});
