import { beforeEach, describe, expect, test } from "vitest";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import type { Receipt } from "../../../contract/order/receipt.ts";
import { orderEntries } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { balanceOf, type OrderEntry } from "../../../upstream/ledger/rules/order-ledger.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import {
  acceptedDraft,
  executeDraft,
  executedOrder,
  type OpenedOrder,
  openDraft,
} from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

describe("the receipt of an order", () => {
  test("of a completed order lists the payment, the exchange and the payout", async () => {
    const order = await executedOrder(service);
    await play(order, "pay_exact");
    const receipt = await receiptOf(order);
    expect(receipt.order.status).toBe("completed");
    expect(lines(receipt)).toEqual([
      "usdt-trc20 in received 500.000000",
      "usdt-trc20 out exchanged 500.000000",
      `paypal-usd in credited ${receipt.order.to.sent}`,
      `paypal-usd out paid_out ${receipt.order.to.sent}`,
    ]);
    expect(receipt.moves.map(({ direction, status }) => [direction, status])).toEqual([
      ["in", "final"],
      ["out", "sent"],
    ]);
    expect(receipt.moves[1]?.account).toBe("anna.paypal@example.com");
    expect(receipt.issuer).toMatchObject({
      name: "Kursa",
      company: "Example Exchange Ltd",
      registration: "Example companies register: 00000000",
      is_example: true,
    });
  });

  test("exchanged after a partial payment shows the exchanged amount", async () => {
    const order = await executedOrder(service);
    await play(order, "pay_partial", "300");
    await act(order, "accept_requote");
    const receipt = await receiptOf(order);
    expect(receipt.order.status).toBe("completed");
    expect(lines(receipt).slice(0, 2)).toEqual([
      "usdt-trc20 in received 300.000000",
      "usdt-trc20 out exchanged 300.000000",
    ]);
  });

  test("with a refunded surplus shows it with the fee", async () => {
    const order = await executedOrder(service);
    await play(order, "pay_over", "620");
    await act(order, "exchange_as_quoted");
    const receipt = await receiptOf(order);
    expect(receipt.order.status).toBe("completed");
    const fee = receipt.moves.find(({ direction }) => direction === "back")?.fee ?? "";
    expect(Number(fee)).toBeGreaterThan(0);
    expect(lines(receipt)).toEqual([
      "usdt-trc20 in received 620.000000",
      "usdt-trc20 out exchanged 500.000000",
      `usdt-trc20 out sent_back ${(120 - Number(fee)).toFixed(6)}`,
      `usdt-trc20 out refund_fee ${fee}`,
      `paypal-usd in credited ${receipt.order.to.sent}`,
      `paypal-usd out paid_out ${receipt.order.to.sent}`,
    ]);
  });

  test("shows a refund, also after a returned payout", async () => {
    const plain = await executedOrder(service);
    await play(plain, "pay_partial", "300");
    await act(plain, "request_refund");
    const refunded = await receiptOf(plain);
    expect(refunded.order.status).toBe("refunded");
    expect(lines(refunded).map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "usdt-trc20 in received",
      "usdt-trc20 out sent_back",
      "usdt-trc20 out refund_fee",
    ]);

    const bounced = await executedOrder(service);
    await play(bounced, "pay_exact");
    await play(bounced, "payout_returned");
    await act(bounced, "request_refund");
    const undone = await receiptOf(bounced);
    expect(undone.order.status).toBe("refunded");
    expect(undone.moves.map(({ direction, status }) => [direction, status])).toEqual([
      ["in", "final"],
      ["out", "returned"],
      ["back", "sent"],
    ]);
    expect(lines(undone).some((line) => line.includes("exchanged"))).toBe(false);
  });

  test("names no transaction of a payout that its rail has rejected", async () => {
    const order = await executedOrder(service);
    await play(order, "payout_returned");
    await play(order, "pay_exact");
    const { moves, order: receiptOrder } = await receiptOf(order);
    expect(moves[1]).toMatchObject({ direction: "out", status: "failed", id: null, url: null });
    expect(receiptOrder.payout.txs).toMatchObject([{ status: "failed", id: null }]);
  });

  test("with a wrong asset lists it separately", async () => {
    const order = await executedOrder(service);
    await play(order, "pay_wrong_asset", "200");
    const receipt = await receiptOf(order);
    const [wrong] = receipt.moves;
    expect(wrong?.asset).not.toBe("usdt-trc20");
    expect(lines(receipt)).toEqual([`${wrong?.asset} in received ${wrong?.amount}`]);
    expect(receipt.accounts[0]?.balance).toBe(wrong?.amount);
    expect(receipt.order.kept_aside).toEqual([]);

    for (const command of ["orders refund", "orders close"]) {
      const args = { ref: order.ref, reason: "nobody answers" };
      const done = await runCommand(service.upstream.context, { command, args, operator: { name: "olga" } });
      expect(done, command).toMatchObject({ ok: true });
    }
    const closed = await receiptOf(order);
    expect(closed.order).toMatchObject({
      status: "failed",
      kept_aside: [{ asset: wrong?.asset, amount: wrong?.amount }],
    });
    expect(lines(closed)).toContain(`${wrong?.asset} out kept_aside ${wrong?.amount}`);
    expect(closed.accounts[0]?.balance).toMatch(/^0\.0+$/);
  });

  test("without payments is empty; a draft has none", async () => {
    const receipt = await receiptOf(await executedOrder(service));
    expect({ moves: receipt.moves, accounts: receipt.accounts }).toEqual({ moves: [], accounts: [] });
    const draft = await openDraft(service);
    const response = await service.call("receipt", { query: { ref: draft.ref }, token: draft.token });
    expect(response.problem().code).toBe("not_found");
  });
});

test("a receipt needs the order token, and is never cached", async () => {
  const order = await executedOrder(service);
  const other = await acceptedDraft(service);
  await executeDraft(service, other);
  const mine = await service.call("receipt", { query: { ref: order.ref }, token: order.token });
  expect({ status: mine.status, cache: mine.headers.get("Cache-Control") }).toEqual({ status: 200, cache: "no-store" });
  for (const [ref, token] of [
    [order.ref, other.token],
    [order.ref, ""],
    ["0000000000", order.token],
    ["%E0%A4%A", order.token],
    ["..", order.token],
  ] as const) {
    const response = await service.call("receipt", { query: { ref }, token });
    expect(response.problem().code).toBe("not_found");
  }
});

async function play({ ref, token }: OpenedOrder, event: SandboxEvent, amount?: string): Promise<void> {
  (await service.call("sandboxEvents", { token, body: { ref, event, amount: amount ?? null } })).reply();
  for (let step = 0; step < 4; step += 1) await service.pass(1);
}

async function act({ ref, token }: OpenedOrder, action: string): Promise<void> {
  (await service.call("exchangeProcess", { token, key: action, body: { ref, action } })).reply();
  for (let step = 0; step < 4; step += 1) await service.pass(1);
}

/** Every sum is compared with the postings, and every account added up. */
async function receiptOf({ ref, token }: OpenedOrder): Promise<Receipt> {
  const receipt = (await service.call("receipt", { query: { ref }, token })).reply().data;
  const { db, market } = service.upstream.context;
  const entries = await orderEntries(db.orm, ref);
  const { assets } = await market.snapshot();
  for (const { asset, lines, balance } of receipt.accounts) {
    const decimals = assets.find(({ id }) => id === asset)?.decimals ?? 0;
    const minor = (amount: string) => BigInt(amount.replace(".", ""));
    expect(balance.split(".")[1]?.length).toBe(decimals);
    const signed = lines.map(({ direction, amount }) => (direction === "in" ? minor(amount) : -minor(amount)));
    expect(signed.reduce((sum, amount) => sum + amount, 0n)).toBe(minor(balance));
    expect(minor(balance)).toBe(heldIn(entries, ref, asset));
    const sumOfMoves = (direction: string, statuses: string[]) =>
      receipt.moves
        .filter((move) => move.asset === asset && move.direction === direction && statuses.includes(move.status))
        .reduce((sum, { amount }) => sum + minor(amount), 0n);
    expect(sumOfMoves("in", ["final"])).toBe(lineSum(lines, "received", minor));
    expect(sumOfMoves("out", ["sent"])).toBe(
      lineSum(lines, "paid_out", minor) - lineSum(lines, "payout_returned", minor),
    );
    expect(sumOfMoves("back", ["sent"])).toBe(lineSum(lines, "sent_back", minor));
  }
  return receipt;
}

function heldIn(entries: OrderEntry[], ref: string, asset: string): bigint {
  return balanceOf(entries, accounts.order(ref, asset)) + balanceOf(entries, accounts.orderWrong(ref, asset));
}

function lineSum(lines: Receipt["accounts"][number]["lines"], kind: string, minor: (amount: string) => bigint): bigint {
  return lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + minor(amount), 0n);
}

function lines({ accounts: statements }: Receipt): string[] {
  return statements.flatMap(({ asset, lines }) =>
    lines.map(({ kind, direction, amount }) => `${asset} ${direction} ${kind} ${amount}`),
  );
}
