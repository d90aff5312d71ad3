import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import type { PaypalDispute } from "../../orders/paypal-disputes.ts";
import type { ShownRow } from "../command.ts";

/** As a row of `tasks list` and `today`. */
export function paypalDisputeRow(dispute: PaypalDispute, now: Date): ShownRow {
  const { task, asset, orderRef, caseId, amount, answerBy } = dispute;
  const state = answerBy === null ? "answered" : answerBy < now ? "late" : "open";
  const money = `${formatDecimal(amount, currencyDecimals)} ${asset.replace(/^paypal-/, "").toUpperCase()}`;
  const facts = { task, what: "dispute", amount: money, case: caseId, order: shownRef(orderRef) };
  return { ...facts, by: answerBy?.toISOString() ?? null, state, next: nextStep(dispute) };
}

function nextStep({ task, orderRef, caseId, answerBy, decision }: PaypalDispute): string {
  if (decision !== null) return `operator tasks confirm ${decision}`;
  const end = `operator tasks dispute-ended ${task} --case ${caseId}`;
  if (answerBy === null) return `wait for PayPal's decision, then ${end}`;
  const evidence = `operator orders evidence ${shownRef(orderRef)} --out evidence.html`;
  return `${evidence}; answer in the case at PayPal; then operator tasks dispute-answered ${task} --case ${caseId}`;
}
