import { type Backstage, because, type Made } from "../people/back-office.ts";

/** The sandbox does this to the order, and whoever waits for it gets the order. */
export async function plays(stage: Backstage, made: Made, event: Parameters<Backstage["plays"]>[1], amount?: string) {
  await stage.plays(made, event, amount);
  return made;
}

export async function sending(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_exact");
  await stage.plays(made, "confirm");
  await stage.becomes(made, "sending");
  return made;
}

export async function completed(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await sending(stage), "payout_ok");
  await stage.becomes(made, "completed");
  return made;
}

export async function wrongAsset(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_wrong_asset", "200");
  return plays(stage, made, "confirm");
}

/** Another coin comes, nobody says where it should go back to, and the operator puts it aside. */
export async function unclaimed(stage: Backstage, made: Made): Promise<Made> {
  await stage.plays(made, "pay_wrong_asset", "200");
  await stage.plays(made, "confirm");
  await stage.passes(24 * 3600);
  await stage.becomes(made, "refund_pending");
  await stage.operator("orders", "close", made.ref, ...because);
  return made;
}

export async function heldAs(stage: Backstage, reason: string): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_exact");
  await stage.operator("orders", "hold", made.ref, "--as", reason, ...because);
  return made;
}

export async function refundPending(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_partial");
  await stage.process(made, "request_refund");
  return made;
}

export async function refunding(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await refundPending(stage), "confirm");
  await stage.becomes(made, "refunding");
  return made;
}

/** An invoice that waits to be paid at PayPal. */
export const invoiced = (stage: Backstage) => stage.order({ from: "paypal-usd", to: "usdt-trc20", amount: "100" });

/** Paid by PayPal and sent, and the payer has opened a case. */
export async function disputed(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await invoiced(stage), "pay_exact");
  await stage.becomes(made, "sending");
  await stage.plays(made, "payout_ok");
  await stage.becomes(made, "completed");
  return plays(stage, made, "dispute_opened");
}

export async function expired(stage: Backstage): Promise<Made> {
  const made = await stage.order();
  await stage.passes(31 * 60);
  await stage.becomes(made, "expired");
  return made;
}

/** The market falls, the quote is made at the low, the market comes back: paid then, within the time of grace. */
export async function lateAtBetterRate(stage: Backstage): Promise<Made> {
  const before = await stage.order();
  await stage.plays(before, "rate_move", "3");
  const made = await stage.order();
  await stage.passes(31 * 60);
  await stage.plays(made, "rate_move");
  await stage.becomes(made, "expired");
  return plays(stage, made, "pay_exact");
}

/** Paid when the reserve that was held for it is gone; whoever comes here fills it again. */
export async function reserveGone(stage: Backstage): Promise<Made> {
  const made = await expired(stage);
  await stage.operator("reserve", "take", "paypal-usd", await stage.spareDollars(), ...because);
  await stage.plays(made, "pay_exact");
  return plays(stage, made, "confirm");
}
