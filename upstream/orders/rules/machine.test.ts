import { describe, expect, test } from "vitest";
import { type OrderStatus, orderStatuses } from "../../../contract/order/order-states.ts";
import { leavesTo, targetsOf } from "./machine.ts";
import { orderEvents } from "./order-event.ts";
import { explore, exploredStates, follow } from "./testing/order-exploration.ts";
import { rareSteps } from "./testing/rare-steps.ts";

/** Transitions by status: the contract's table, then additions with their reason (docs/decisions/020). */
const agreedGraph: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ["awaiting_payment", "confirming", "on_hold", "processing", "expired", "cancelled"],
  awaiting_payment: ["payment_reported", "confirming", "on_hold", "processing", "expired", "cancelled"],
  payment_reported: ["confirming", "on_hold", "processing", "expired"],
  confirming: ["awaiting_payment", "on_hold", "processing", "refunded", "expired"],
  on_hold: [
    ...(["awaiting_payment", "confirming", "processing", "sending", "completed", "refund_pending"] as const),
    ...(["refunded", "expired", "cancelled", "failed", "charged_back"] as const),
  ],
  processing: ["on_hold", "sending", "refunded", "completed", "refund_pending"],
  sending: ["on_hold", "completed", "refund_pending", "refunded", "disputed", "charged_back"],
  completed: ["on_hold", "refunded", "disputed"],
  refund_pending: ["on_hold", "completed", "refunding", "refunded", "expired", "failed", "charged_back"],
  refunding: ["on_hold", "completed", "refund_pending", "refunded", "failed", "disputed", "charged_back"],
  refunded: ["on_hold"],
  expired: ["confirming", "on_hold", "processing"],
  cancelled: ["confirming", "on_hold", "processing"],
  failed: ["on_hold"],
  disputed: ["on_hold", "completed", "charged_back"],
  charged_back: ["on_hold"],
};

describe("the order machine", () => {
  test.each(orderStatuses)("leaves %s only for the listed statuses", (status) => {
    expect(leavesTo(status)).toEqual(orderStatuses.filter((target) => agreedGraph[status].includes(target)));
  });

  describe("explored over all situations", { timeout: 240_000 }, () => {
    const walked = explore(exploredStates);
    const documented = orderStatuses.flatMap((status) =>
      orderEvents.flatMap((event) => targetsOf(status, event).map((target) => `${status} ${event} ${target}`)),
    );

    test("a refusal writes nothing, and an ended order's accounts are empty", () => {
      expect(walked.faults).toEqual([]);
    });

    test("takes every documented transition and no other", () => {
      const rare = rareSteps.map((path) => follow(path));
      const transitions = new Set([...walked.steps.keys(), ...rare]);
      expect([...transitions].filter((step) => !documented.includes(step))).toEqual([]);
      expect(documented.filter((step) => !transitions.has(step))).toEqual([]);
    });

    test("refuses every event that is not allowed in a status", () => {
      const met = new Set([...walked.steps.keys()].flatMap((step) => [step.split(" ")[0], step.split(" ")[2]]));
      expect(orderStatuses.filter((status) => !met.has(status))).toEqual([]);
      const meaningless = orderStatuses.flatMap((status) =>
        orderEvents.filter((event) => targetsOf(status, event).length === 0).map((event) => `${status} ${event}`),
      );
      expect(meaningless.filter((pair) => !walked.refusals.has(pair))).toEqual([]);
    });
  });
});
