import type { OrderKey } from "../../support/orders/order-steps.ts";
import { type BackOffice, withReason } from "../people/back-office.ts";

/** Triggers a sandbox event, and returns the order. */
export async function plays(
  office: BackOffice,
  made: OrderKey,
  event: Parameters<BackOffice["plays"]>[1],
  amount?: string,
) {
  await office.plays(made, event, amount);
  return made;
}

export async function sending(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await office.order(), "pay_exact");
  await office.plays(made, "confirm");
  await office.becomes(made, "sending");
  return made;
}

export async function completed(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await sending(office), "payout_ok");
  await office.becomes(made, "completed");
  return made;
}

export async function wrongAsset(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await office.order(), "pay_wrong_asset", "200");
  return plays(office, made, "confirm");
}

/** Another coin arrives, its refund address is never given, and the operator sets it aside. */
export async function unclaimed(office: BackOffice, made: OrderKey): Promise<OrderKey> {
  await office.plays(made, "pay_wrong_asset", "200");
  await office.plays(made, "confirm");
  await office.passes(24 * 3600);
  await office.becomes(made, "refund_pending");
  await office.operator("orders close", { ref: made.ref, ...withReason });
  return made;
}

export async function heldAs(office: BackOffice, reason: string): Promise<OrderKey> {
  const made = await plays(office, await office.order(), "pay_exact");
  await office.operator("orders hold", { ref: made.ref, as: reason, ...withReason });
  return made;
}

export async function refundPending(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await office.order(), "pay_partial");
  await office.process(made, "request_refund");
  return made;
}

export async function refunding(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await refundPending(office), "confirm");
  await office.becomes(made, "refunding");
  return made;
}

/** A transfer is refused: at once, or when its job sends it. */
export async function refused(office: BackOffice, made: OrderKey, event: "payout_returned" | "refund_failed") {
  await office.plays(made, event);
  await office.becomes(made, "on_hold");
  return made;
}

/** An invoice waiting for payment at PayPal. */
export const invoiced = (office: BackOffice) => office.order({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });

/** Paid by PayPal and paid out, with a dispute opened by the payer. */
export async function disputed(office: BackOffice): Promise<OrderKey> {
  const made = await plays(office, await invoiced(office), "pay_exact");
  await office.becomes(made, "sending");
  await office.plays(made, "payout_ok");
  await office.becomes(made, "completed");
  return plays(office, made, "dispute_opened");
}

export async function expired(office: BackOffice): Promise<OrderKey> {
  const made = await office.order();
  await office.passes(31 * 60);
  await office.becomes(made, "expired");
  return made;
}

/** The rate falls, the quote is made at the low, the rate recovers: paid then, within the grace time. */
export async function lateAtBetterRate(office: BackOffice): Promise<OrderKey> {
  const before = await office.order();
  await office.plays(before, "rate_move", "3");
  const made = await office.order();
  await office.passes(31 * 60);
  await office.plays(made, "rate_move");
  await office.becomes(made, "expired");
  return plays(office, made, "pay_exact");
}

/** Paid when the held reserve is gone; callers must fill it again. */
export async function reserveGone(office: BackOffice): Promise<OrderKey> {
  const made = await expired(office);
  const amount = await office.spareDollars();
  await office.operator("reserve take", { asset: "paypal-usd", amount, anyway: "yes", ...withReason });
  await office.plays(made, "pay_exact");
  return plays(office, made, "confirm");
}
