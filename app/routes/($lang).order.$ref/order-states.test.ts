import { describe, expect, test } from "vitest";
import { exampleOrder, exampleTx } from "../../../tests/support/orders/example-order.ts";
import { choicesOf, holdChoicesOf, refundAsk } from "./choices.ts";
import { answeredAt, hasRefundFailed, slowestPayment, wrongPayments } from "./order-facts.ts";
import { sandboxChoices } from "./sandbox/sandbox-choices.ts";

const hold = {
  reason: "amount_mismatch",
  since: "2026-11-21T09:12:00.000Z",
  action_by: "client",
  deadline: "2026-11-22T09:12:00.000Z",
  default: "request_refund",
  options: [
    {
      action: "accept_requote",
      from: { asset: "usdt-trc20", amount: "498.000000" },
      to: { asset: "paypal-usd", amount: "478.16" },
      rate: "0.9650",
    },
    { action: "request_refund", refund_amount: "497.000000", fee: "1.000000" },
  ],
};
const short = exampleOrder({
  status: "on_hold",
  condition: "partial",
  hold,
  actions: ["accept_requote", "request_refund"],
  payin: { ...exampleOrder().payin, txs: [exampleTx({ status: "final" })] },
});

describe("the choices of a hold", () => {
  test("are those the server offers and allows", () => {
    expect(choicesOf(short).map(({ action }) => action)).toEqual(["accept_requote", "request_refund"]);
    expect(choicesOf({ ...short, actions: ["request_refund"] }).map(({ action }) => action)).toEqual([
      "request_refund",
    ]);
  });

  test("ask for an address of the asset that has none", () => {
    const options = [{ action: "set_refund_address", asset: "usdt-erc20" }];
    const withOptions = { ...short, actions: ["set_refund_address"], hold: { ...hold, options } };
    expect(refundAsk(withOptions)).toEqual({ asset: "usdt-erc20", missing: true });
    expect(refundAsk({ ...withOptions, hold })).toEqual({ asset: "usdt-trc20", missing: false });
    expect(refundAsk(short)).toBeNull();
    const intoWallet = { ...short.refund, account: null, to_wallet: true };
    expect(refundAsk({ ...withOptions, hold, refund: intoWallet })).toEqual({ asset: "usdt-trc20", missing: false });
    expect(refundAsk({ ...withOptions, refund: intoWallet })).toEqual({ asset: "usdt-erc20", missing: true });
  });
});

describe("the order of the choices", () => {
  const kinds = (order: Parameters<typeof holdChoicesOf>[0]) =>
    holdChoicesOf(order).map((choice) => (choice.kind === "typed" ? choice.action : choice.option.action));

  test("puts the refund last", () => {
    const returned = { ...short, hold: { ...hold, reason: "payout_error" } };
    expect(kinds({ ...returned, actions: ["request_refund", "set_payout_account"] })).toEqual([
      "set_payout_account",
      "request_refund",
    ]);
  });

  test("asks for a missing address once: with the refund, or separately when no refund is offered", () => {
    const refund = { ...short.refund, account: null };
    const actions = ["set_refund_address", "request_refund"];
    expect(kinds({ ...short, refund, actions })).toEqual(["request_refund"]);
    expect(kinds({ ...short, refund, actions: ["set_refund_address"] })).toEqual(["set_refund_address"]);
  });

  test("asks for information only when the order waits for it", () => {
    const actions = ["submit_info"];
    expect(kinds({ ...short, actions })).toEqual(["submit_info"]);
    expect(kinds({ ...short, actions, hold: { ...hold, action_by: "operator" } })).toEqual([]);
  });
});

describe("the facts of an order", () => {
  test("find payments in another currency and a failed refund", () => {
    const wrong = exampleTx({ asset: "usdt-erc20" });
    const payin = { ...short.payin, txs: [exampleTx(), wrong, { ...wrong, status: "vanished" }] };
    expect(wrongPayments({ ...short, payin })).toEqual([wrong]);
    const refund = { ...short.refund, txs: [exampleTx({ status: "failed" })] };
    expect(hasRefundFailed({ ...short, refund, hold: { ...hold, reason: "payout_error" } })).toBe(true);
    expect(hasRefundFailed({ ...short, refund })).toBe(false);
  });

  test("find when the customer answered the current hold, not an earlier one", () => {
    const texts = (at: string) => ({ status: "on_hold", at, by: "client" as const, note: "my papers" });
    const after = "2026-11-21T09:20:00.000Z";
    expect(answeredAt({ ...short, timeline: [texts("2026-11-21T09:10:00.000Z"), texts(after)] })).toBe(after);
    expect(answeredAt({ ...short, timeline: [texts("2026-11-21T09:10:00.000Z")] })).toBeUndefined();
  });

  test("find the unconfirmed payment with the most confirmations missing", () => {
    const txs = [
      exampleTx({ amount: "300.000000" }),
      exampleTx({ amount: "198.000000", confirmations: 2 }),
      exampleTx({ amount: "7.000000", confirmations: 0, status: "vanished" }),
    ];
    const order = exampleOrder({ payin: { ...exampleOrder().payin, txs } });
    expect(slowestPayment(order)?.amount).toBe("198.000000");
  });
});

describe("the sandbox panel", () => {
  test("offers payments while payment is due, and nothing in an unknown status", () => {
    expect(sandboxChoices(exampleOrder(), false)).toContain("pay_exact");
    expect(sandboxChoices(exampleOrder({ status: "quantum_settling" }), false)).toEqual([]);
  });

  test("offers a dispute only for account payments", () => {
    const done = exampleOrder({ status: "completed" });
    expect(sandboxChoices(done, true)).toContain("dispute_opened");
    expect(sandboxChoices(done, false)).not.toContain("dispute_opened");
  });

  test("offers only an invoice's possible events, and no other currency", () => {
    const payin = { ...exampleOrder().payin, method: "paypal_invoice" };
    const waiting = sandboxChoices(exampleOrder({ payin }), true);
    expect(waiting).toEqual(expect.arrayContaining(["pay_pending", "invoice_cancelled"]));
    expect(waiting).not.toContain("pay_wrong_asset");
    const paid = { ...payin, txs: [exampleTx({ status: "final" })] };
    expect(sandboxChoices(exampleOrder({ status: "completed", payin: paid }), true)).toContain("refunded_at_rail");
    expect(sandboxChoices(exampleOrder({ status: "completed", payin }), true)).not.toContain("refunded_at_rail");
  });

  test("offers to clear a review", () => {
    expect(sandboxChoices({ ...short, hold: { ...hold, reason: "aml_check" } }, false)).toContain("review_clear");
  });
});
