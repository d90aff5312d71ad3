import { describe, expect, test } from "vitest";
import { accounts } from "../../../../ledger/rules/booking.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import { bookingsOf, completed, final, go, invoiced, refusalOf, send, statusOf } from "../../testing/order-story.ts";
import { drain, type OrderWorld, paying } from "../../testing/order-world.ts";
import { posted } from "../../testing/reference-ledger.ts";

const opened = { name: "dispute_opened", caseId: "PP-1", rail: "paypal", amount: null } as const;
const won = { name: "dispute_won", caseId: "PP-1" } as const;
const lost = { name: "dispute_lost", caseId: "PP-1" } as const;
const aside = ({ ledger }: OrderWorld) => posted(ledger, accounts.rail("paypal_disputed", "paypal-usd"));
/** The last two emails to the customer. */
const emailsOf = ({ tasks }: OrderWorld) =>
  tasks.flatMap((task) => (task.job === "email" && !task.kind.startsWith("operator_") ? [task.kind] : [])).slice(-2);

function paid(): OrderWorld {
  const world = invoiced();
  go(world, final(paying(world, "p", 100_00n)));
  return world;
}

describe("a dispute after completion", () => {
  test("moves the money aside, and back when won", () => {
    const world = completed(invoiced());
    expect(go(world, opened)).toBe("disputed");
    expect(aside(world)).toBe(100_00n);
    expect(refusalOf(world, opened)).toBe("unchanged");
    expect(go(world, won)).toBe("completed");
    expect(aside(world)).toBe(0n);
  });

  test("completes the order when won, and holds a payment received meanwhile", () => {
    const world = completed(invoiced());
    go(world, opened);
    expect(go(world, final(paying(world, "p2", 50_00n)))).toBe("disputed");
    expect(go(world, won)).toBe("on_hold amount_mismatch");
    expect(world.order.restingStatus).toBe("completed");
  });

  test("charges the reserve when lost, even below zero", () => {
    const world = completed(invoiced());
    drain(world, "paypal-usd");
    go(world, opened);
    expect(bookingsOf(world, lost)).toEqual(["forced dispute 10000"]);
    expect(statusOf(world)).toBe("charged_back");
    expect(posted(world.ledger, accounts.shortfall("paypal-usd"))).toBe(100_00n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("about a part moves only that part", () => {
    const world = completed(invoiced());
    go(world, { ...opened, amount: 40_00n });
    expect(aside(world)).toBe(40_00n);
    expect(bookingsOf(world, lost)).toEqual(["forced dispute 4000"]);
  });

  test("with the payout returned meanwhile is held; when won, the payout is retried", () => {
    const world = completed(invoiced());
    go(world, opened, { name: "payout_returned", outgoingId: `${world.order.ref}-payout-1`, amount: null });
    expect(statusOf(world)).toBe("on_hold dispute");
    expect(go(world, won)).toBe("on_hold payout_error");
  });
});

describe("a dispute before completion", () => {
  test("blocks the payout until it is won", () => {
    const world = paid();
    expect(go(world, opened)).toBe("on_hold dispute");
    expect(refusalOf(world, { name: "payout_started" })).toBe("invalid_transition");
    expect(refusalOf(world, { name: "operator_release", note: "n" })).toBe("invalid_transition");
    expect(go(world, won)).toBe("processing");
    expect(send(world, "payout")).toBe("completed");
  });

  test("lost reverses the exchange without cost to the reserve", () => {
    const world = paid();
    go(world, opened);
    const before = posted(world.ledger, accounts.reserve("paypal-usd"));
    expect(bookingsOf(world, lost)).toEqual([
      "post payout_hold 95022500",
      "forced conversion 10000",
      "forced dispute 10000",
    ]);
    expect(statusOf(world)).toBe("charged_back");
    expect(posted(world.ledger, accounts.reserve("paypal-usd"))).toBe(before - 100_00n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("lost about a part refunds the rest", () => {
    const world = paid();
    go(world, { ...opened, amount: 40_00n });
    expect(go(world, lost)).toBe("refund_pending");
    expect(send(world, "refund")).toBe("charged_back");
    expect(world.outgoing).toMatchObject([{ kind: "refund", amount: 60_00n }]);
  });

  test("during a payout waits for the payout's result", () => {
    const world = paid();
    go(world, { name: "payout_started" });
    expect(go(world, opened)).toBe("sending");
    const done = { outgoingId: `${world.order.ref}-payout-1`, txId: "t", networkFee: null };
    expect(go(world, { name: "payout_done", ...done })).toBe("disputed");
  });

  test("lost during a payout is our loss when the payout succeeds", () => {
    const world = paid();
    go(world, { name: "payout_started" }, opened);
    expect(go(world, lost)).toBe("sending");
    expect(refusalOf(world, lost)).toBe("unchanged");
    expect(refusalOf(world, won)).toBe("invalid_transition");
    expect(aside(world)).toBe(100_00n);
    const before = posted(world.ledger, accounts.reserve("paypal-usd"));
    const done = { outgoingId: `${world.order.ref}-payout-1`, txId: "t", networkFee: null };
    expect(go(world, { name: "payout_done", ...done })).toBe("charged_back");
    expect(emailsOf(world)).toEqual(["completed", "charged_back"]);
    expect(posted(world.ledger, accounts.reserve("paypal-usd"))).toBe(before - 100_00n);
    expect(aside(world)).toBe(0n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("lost during a payout that then fails reverses the exchange without cost to the reserve", () => {
    const world = paid();
    const before = posted(world.ledger, accounts.reserve("usdt-trc20"));
    go(world, { name: "payout_started" }, opened, lost);
    const failed = {
      name: "payout_failed",
      outgoingId: `${world.order.ref}-payout-1`,
      reason: "refused",
      networkFee: null,
    } as const;
    expect(go(world, failed)).toBe("charged_back");
    expect(posted(world.ledger, accounts.reserve("usdt-trc20"))).toBe(before + 95_022500n);
    expect(aside(world)).toBe(0n);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("lost about a part during a payout that then fails refunds the rest", () => {
    const world = paid();
    go(world, { name: "payout_started" }, { ...opened, amount: 40_00n }, lost);
    const failed = {
      name: "payout_failed",
      outgoingId: `${world.order.ref}-payout-1`,
      reason: "refused",
      networkFee: null,
    } as const;
    expect(go(world, failed)).toBe("refund_pending");
    expect(emailsOf(world)).toEqual(["paid", "dispute_lost"]);
    expect(send(world, "refund")).toBe("charged_back");
    expect(world.outgoing.at(-1)).toMatchObject({ kind: "refund", amount: 60_00n });
  });

  describe("during a refund, which cannot be cancelled", () => {
    const refund = (world: OrderWorld) => ({ outgoingId: `${world.order.ref}-refund-1` });
    const ended = (world: OrderWorld) =>
      ({ name: "refund_done", ...refund(world), txId: "r", networkFee: null }) as const;
    const failed = (world: OrderWorld) =>
      ({ name: "refund_failed", ...refund(world), reason: "refused", networkFee: null }) as const;
    function refunding(): OrderWorld {
      const world = invoiced();
      go(
        world,
        final(paying(world, "p", 30_00n)),
        { name: "request_refund", refund: null },
        { name: "refund_started" },
      );
      expect(bookingsOf(world, opened)).toEqual(["forced dispute 3000"]);
      expect(statusOf(world)).toBe("refunding");
      return world;
    }

    test("waits for its result, and nothing is refunded twice", () => {
      const world = refunding();
      expect(go(world, ended(world))).toBe("refunded");
      expect(go(world, won)).toBe("refunded");
      expect(world.outgoing).toHaveLength(1);
      expect(aside(world)).toBe(0n);
      expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    });

    test("about a completed order with a refunded surplus ends like any other after completion", () => {
      for (const [verdict, end] of [
        [won, "completed"],
        [lost, "charged_back"],
      ] as const) {
        const world = completed(invoiced());
        go(world, final(paying(world, "again", 30_00n)), { name: "request_refund", refund: null });
        go(world, { name: "refund_started" }, { ...opened, amount: 100_00n });
        expect(go(world, ended(world))).toBe("disputed");
        expect(go(world, verdict)).toBe(end);
        expect(aside(world)).toBe(0n);
      }
    });

    test("lost after a successful refund is our loss", () => {
      const world = refunding();
      go(world, lost);
      expect(bookingsOf(world, ended(world))).toEqual(["settle 3000", "forced dispute 3000"]);
      expect(statusOf(world)).toBe("charged_back");
      expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    });

    test("holds the order when the refund fails, and refunds again when won", () => {
      const world = refunding();
      expect(go(world, failed(world))).toBe("on_hold dispute");
      expect(go(world, won)).toBe("refund_pending");
      expect(send(world, "refund")).toBe("refunded");
    });

    test("lost before the refund fails leaves nothing to refund", () => {
      const world = refunding();
      go(world, lost);
      expect(go(world, failed(world))).toBe("charged_back");
      expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
    });
  });

  test("has no default: the operator is reminded daily", () => {
    const world = paid();
    go(world, opened);
    world.now = new Date(world.now.getTime() + 86_400_000);
    expect(go(world, { name: "hold_ended" })).toBe("on_hold dispute");
    expect(world.tasks.at(-1)).toEqual({ job: "email", kind: "operator_reminder" });
  });
});
