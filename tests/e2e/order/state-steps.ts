import type { OrderKey } from "../../support/orders/order-steps.ts";
import { type BackOffice, withReason } from "../people/back-office.ts";

/** Triggers a sandbox event, and returns the order. */
export async function plays(
  office: BackOffice,
  orderKey: OrderKey,
  event: Parameters<BackOffice["plays"]>[1],
  amount?: string,
) {
  await office.plays(orderKey, event, amount);
  return orderKey;
}

export async function sending(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await office.order(), "pay_exact");
  await office.plays(orderKey, "confirm");
  await office.becomes(orderKey, "sending");
  return orderKey;
}

export async function completed(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await sending(office), "payout_ok");
  await office.becomes(orderKey, "completed");
  return orderKey;
}

export async function wrongAsset(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await office.order(), "pay_wrong_asset", "200");
  return plays(office, orderKey, "confirm");
}

/** Another coin arrives, its refund address is never given, and the operator sets it aside. */
export async function unclaimed(office: BackOffice, orderKey: OrderKey): Promise<OrderKey> {
  await office.plays(orderKey, "pay_wrong_asset", "200");
  await office.plays(orderKey, "confirm");
  await office.passes(24 * 3600);
  await office.becomes(orderKey, "refund_pending");
  await office.operator("orders close", { ref: orderKey.ref, ...withReason });
  return orderKey;
}

export async function heldAs(office: BackOffice, reason: string): Promise<OrderKey> {
  const orderKey = await plays(office, await office.order(), "pay_exact");
  await office.operator("orders hold", { ref: orderKey.ref, as: reason, ...withReason });
  return orderKey;
}

export async function refundPending(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await office.order(), "pay_partial");
  await office.process(orderKey, "request_refund");
  return orderKey;
}

export async function refunding(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await refundPending(office), "confirm");
  await office.becomes(orderKey, "refunding");
  return orderKey;
}

/** A transfer is refused: at once, or when its job sends it. */
export async function refused(office: BackOffice, orderKey: OrderKey, event: "payout_returned" | "refund_failed") {
  await office.plays(orderKey, event);
  await office.becomes(orderKey, "on_hold");
  return orderKey;
}

/** An invoice waiting for payment at PayPal. */
export const invoiced = (office: BackOffice) => office.order({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });

/** Paid by PayPal and paid out, with a dispute opened by the payer. */
export async function disputed(office: BackOffice): Promise<OrderKey> {
  const orderKey = await plays(office, await invoiced(office), "pay_exact");
  await office.becomes(orderKey, "sending");
  await office.plays(orderKey, "payout_ok");
  await office.becomes(orderKey, "completed");
  return plays(office, orderKey, "dispute_opened");
}

export async function expired(office: BackOffice): Promise<OrderKey> {
  const orderKey = await office.order();
  await office.passes(31 * 60);
  await office.becomes(orderKey, "expired");
  return orderKey;
}

/** The rate falls, the quote is made at the low, the rate recovers: paid then, within the grace time. */
export async function lateAtBetterRate(office: BackOffice): Promise<OrderKey> {
  const before = await office.order();
  await office.plays(before, "rate_move", "3");
  const orderKey = await office.order();
  await office.passes(31 * 60);
  await office.plays(orderKey, "rate_move");
  await office.becomes(orderKey, "expired");
  return plays(office, orderKey, "pay_exact");
}

/** Paid when the held reserve is gone; callers must fill it again. */
export async function reserveGone(office: BackOffice): Promise<OrderKey> {
  const orderKey = await expired(office);
  const amount = await office.spareDollars();
  await office.operator("reserve take", { asset: "paypal-usd", amount, anyway: "yes", ...withReason });
  await office.plays(orderKey, "pay_exact");
  return plays(office, orderKey, "confirm");
}
