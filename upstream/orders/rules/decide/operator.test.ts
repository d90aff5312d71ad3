import { describe, expect, test } from "vitest";
import { actionsOf } from "../actions.ts";
import { awaiting, completed, final, go, refusalOf, seen, statusOf } from "../testing/order-story.ts";
import { factsOf, paying, wait, worldOf } from "../testing/order-world.ts";

const hold = { name: "operator_hold", reason: "aml_check", note: "score 70" } as const;
const release = { name: "operator_release", note: "papers are fine" } as const;

describe("an operator's hold", () => {
  test("is kept despite payments; after release the order continues with the money received", () => {
    const world = awaiting();
    expect(go(world, hold)).toBe("on_hold aml_check");
    expect(go(world, final(paying(world, "a", 500_000000n)))).toBe("on_hold aml_check");
    expect(go(world, release)).toBe("processing");
  });

  test("restores the payment window of an unpaid order", () => {
    const world = awaiting();
    wait(world, 600);
    go(world, hold);
    wait(world, 3600);
    expect(go(world, release)).toBe("awaiting_payment");
    expect(world.order.expiresAt).toEqual(new Date(world.now.getTime() + 1200_000));
  });

  test("stops a payout that is not sent yet", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)), hold);
    expect(refusalOf(world, { name: "payout_started" })).toBe("invalid_transition");
    expect(go(world, release)).toBe("processing");
  });

  test("accepts no reason set by the rules, and cannot replace a dispute", () => {
    const world = awaiting();
    go(world, seen(paying(world, "a", 500_000000n)));
    expect(refusalOf(world, { ...hold, reason: "late_payment" })).toBe("invalid_transition");
    expect(refusalOf(world, { ...hold, reason: "dispute" })).toBe("invalid_transition");
  });

  test("for documents refunds in full when none are submitted", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)), { ...hold, reason: "kyc_required" });
    wait(world, 6 * 86_400);
    go(world, { name: "submit_info", info: "passport" });
    wait(world, 6 * 86_400);
    expect(refusalOf(world, { name: "hold_ended" })).toBe("unchanged");
    wait(world, 86_400);
    expect(go(world, { name: "hold_ended" })).toBe("refund_pending");
  });

  test("for a new customer ends automatically", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 500_000000n)), { ...hold, reason: "new_user_delay" });
    wait(world, 86_400);
    expect(go(world, { name: "hold_ended" })).toBe("processing");
  });

  test("cannot be released into the same hold", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 300_000000n)));
    expect(refusalOf(world, release)).toBe("invalid_transition");
  });

  test("after a release for lateness the payment counts as quoted", () => {
    const world = awaiting();
    wait(world, 1800);
    go(world, { name: "window_ended" });
    wait(world, 5401);
    go(world, final(paying(world, "a", 500_000000n)));
    expect(go(world, release)).toBe("processing");
    expect(world.order.toAmount).toBe(480_08n);
  });
});

describe("a gateway review", () => {
  test("holds and clears the order", () => {
    const world = awaiting();
    const payment = paying(world, "a", 500_000000n);
    go(world, seen(payment));
    expect(go(world, { name: "review_hold" })).toBe("on_hold gateway_review");
    expect(go(world, final(payment))).toBe("on_hold gateway_review");
    expect(go(world, { name: "review_clear" })).toBe("processing");
  });
});

describe("the customer's allowed actions", () => {
  test("follow a draft from its details to its execution", () => {
    const world = worldOf();
    expect(actionsOf(factsOf(world))).toEqual(["edit", "execute", "cancel"]);
    world.order = { ...world.order, acceptedAt: null };
    expect(actionsOf(factsOf(world))).toEqual(["edit", "confirm", "cancel"]);
    world.order = { ...world.order, payoutAccount: null };
    expect(actionsOf(factsOf(world))).toEqual(["edit", "cancel"]);
  });

  test.each([
    ["nothing is paid", awaiting(), ["cancel"]],
    ["it is over", completed(), []],
  ] as const)("when %s", (_, world, actions) => {
    expect(actionsOf(factsOf(world))).toEqual(actions);
  });

  test("on hold are those of the order machine", () => {
    const world = awaiting();
    go(world, final(paying(world, "a", 550_000000n)));
    expect(statusOf(world)).toBe("on_hold amount_mismatch");
    expect(actionsOf(factsOf(world))).toEqual(["accept_requote", "request_refund", "exchange_as_quoted"]);
    const less = awaiting();
    go(less, final(paying(less, "a", 450_000000n)));
    expect(actionsOf(factsOf(less))).toEqual(["accept_requote", "request_refund"]);
  });

  test("after a returned payout are another account or a refund", () => {
    const world = completed();
    go(world, { name: "payout_returned", outgoingId: `${world.order.ref}-payout-1`, amount: null });
    expect(actionsOf(factsOf(world))).toEqual(["request_refund", "set_payout_account"]);
  });
});
