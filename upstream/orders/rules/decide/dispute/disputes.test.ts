import { describe, expect, test } from "vitest";
import { accounts } from "../../../../ledger/rules/booking.ts";
import { leftOf } from "../../testing/ledger-truths.ts";
import { completed, final, go, invoiced, refusalOf, send } from "../../testing/order-story.ts";
import { type OrderWorld, paying } from "../../testing/order-world.ts";
import { posted } from "../../testing/reference-ledger.ts";

const opened = { name: "dispute_opened", caseId: "PP-1", rail: "paypal", amount: null } as const;
const won = { name: "dispute_won", caseId: "PP-1" } as const;
const lost = { name: "dispute_lost", caseId: "PP-1" } as const;
const disputedAccount = ({ ledger }: OrderWorld) => posted(ledger, accounts.rail("paypal_disputed", "paypal-usd"));
function paid(): OrderWorld {
  const world = invoiced();
  go(world, final(paying(world, "p", 100_00n)));
  return world;
}

test("a dispute that its rail or an operator writes in other letters is the same one", () => {
  const world = paid();
  go(world, opened);
  expect(refusalOf(world, { ...opened, caseId: "pp-1" })).toBe("unchanged");
  expect(go(world, { ...won, caseId: " Pp-1 " })).toBe("processing");
  expect(disputedAccount(world)).toBe(0n);
});

describe("two disputes at once", () => {
  const first = { ...opened, amount: 40_00n };
  const second = { ...opened, caseId: "PP-2" };

  test("move their amounts aside separately; the order continues when the last is won", () => {
    const world = paid();
    go(world, first, second);
    expect(disputedAccount(world)).toBe(100_00n);
    expect(go(world, won)).toBe("on_hold dispute");
    expect(disputedAccount(world)).toBe(60_00n);
    expect(go(world, { ...won, caseId: "PP-2" })).toBe("processing");
    expect(disputedAccount(world)).toBe(0n);
  });

  test("one lost and one won before the payout: the rest is refunded", () => {
    const world = paid();
    go(world, first, second);
    expect(go(world, lost)).toBe("on_hold dispute");
    expect(go(world, { ...won, caseId: "PP-2" })).toBe("refund_pending");
    expect(send(world, "refund")).toBe("charged_back");
    expect(world.outgoing).toMatchObject([{ kind: "refund", amount: 60_00n }]);
    expect(leftOf(world.ledger, world.order.ref)).toEqual([]);
  });

  test("one lost and one won after completion: the order stays charged back", () => {
    const world = completed(invoiced());
    go(world, first);
    expect(go(world, second)).toBe("disputed");
    expect(go(world, lost)).toBe("disputed");
    expect(go(world, { ...won, caseId: "PP-2" })).toBe("charged_back");
    expect(disputedAccount(world)).toBe(0n);
  });

  test("a third dispute finds no undisputed amount", () => {
    const world = completed(invoiced());
    go(world, opened);
    expect(refusalOf(world, { ...opened, caseId: "PP-3" })).toBe("invalid_transition");
  });

  test("end with a full refund at the rail, which releases the amounts", () => {
    const world = paid();
    go(world, first, second);
    const refund = { name: "refunded_at_rail", rail: "paypal", refundId: "r", railPaymentId: "p" } as const;
    expect(go(world, { ...refund, amount: 100_00n })).toBe("refunded");
    expect(disputedAccount(world)).toBe(0n);
    expect(world.order.disputeFlag).toBeNull();
  });
});
