import { describe, expect, test } from "vitest";
import { orderStatuses } from "../../../../contract/order/order-states.ts";
import { exampleOrder } from "../../../../tests/support/orders/example-order.ts";
import { type TimelineStep, timelineSteps } from "./timeline-entries.ts";

const at = "2026-11-21T09:03:00.000Z";
const event = (status: string) => ({ status, at, by: "system" as const, note: null });
const shape = (order: Parameters<typeof timelineSteps>[0]) =>
  timelineSteps(order).map((step) => `${step.state}:${textOf(step)}`);

function textOf(step: TimelineStep): string | null {
  if (step.state === "came") return step.amount;
  return step.state === "next" ? step.what : step.status;
}

describe("the timeline of an order", () => {
  test("lists past events, what it waits for, and the next steps", () => {
    expect(shape(exampleOrder())).toEqual([
      "done:draft",
      "done:awaiting_payment",
      "now:awaiting_payment",
      "next:confirm",
      "next:payout",
    ]);
  });

  test("ends with the last event for an ended order", () => {
    const timeline = ["draft", "awaiting_payment", "confirming", "processing", "sending", "completed"].map(event);
    expect(shape(exampleOrder({ status: "completed", timeline })).at(-1)).toBe("done:completed");
  });

  test("shows a second end after additional money was handled", () => {
    const timeline = ["draft", "awaiting_payment", "completed", "on_hold", "completed"].map(event);
    const ends = timelineSteps(exampleOrder({ status: "completed", timeline })).filter(
      (step) => step.state === "done" && step.status === "completed",
    );
    expect(ends).toMatchObject([{ again: false }, { again: true }]);
  });

  test("shows a hold once, as what the order waits for", () => {
    const timeline = ["draft", "awaiting_payment", "on_hold", "on_hold"].map(event);
    expect(shape(exampleOrder({ status: "on_hold", timeline }))).toEqual([
      "done:draft",
      "done:awaiting_payment",
      "now:on_hold",
      "next:decision",
    ]);
  });

  test("says on a hold what arrived, and not what has vanished again", () => {
    const timeline = ["draft", "awaiting_payment", "on_hold"].map(event);
    const tx = (amount: string, status: string, seen: string | null) => ({
      ...{ id: amount, asset: "usdt-trc20", amount, status, seen_at: seen, confirmations: 20, required: 20, url: null },
    });
    const { payin } = exampleOrder();
    const txs = [tx("380", "final", at), tx("7", "vanished", at), tx("9", "seen", null)];
    expect(shape(exampleOrder({ status: "on_hold", timeline, payin: { ...payin, txs } }))).toEqual([
      ...["done:draft", "done:awaiting_payment", "came:380", "now:on_hold", "next:decision"],
    ]);
  });

  test("accepts an unknown status", () => {
    const timeline = [event("draft"), event("quantum_settling")];
    expect(shape(exampleOrder({ status: "quantum_settling", timeline }))).toEqual(["done:draft", "done:null"]);
  });

  test.each(orderStatuses)("has a text for status %s", (status) => {
    expect(timelineSteps(exampleOrder({ status, timeline: [event(status)] }))).not.toEqual([]);
  });
});
