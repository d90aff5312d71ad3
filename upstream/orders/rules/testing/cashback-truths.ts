import { accounts } from "../../../ledger/rules/booking.ts";
import type { OrderWorld } from "./order-world.ts";

/** A code of two percent, of what is paid out in USDT, else of what is sent in it. */
export const cashbackTerms = { kind: "cashback_percent", value: "2", minFrom: null } as const;

/** Written from the contract, without the rules' own arithmetic; returns what is wrong as text. */
export function cashbackFaults({ order, ledger, owedOfCashback }: OrderWorld): string[] {
  const ofCode = ledger.transfers.filter(({ code, orderRef }) => code === "promo" && orderRef === order.ref);
  const sum = (side: "debit" | "credit") =>
    ofCode.filter((transfer) => transfer[side].startsWith("member:")).reduce((total, { amount }) => total + amount, 0n);
  const [credited, left] = [sum("credit"), sum("credit") - sum("debit") - owedOfCashback];
  const base = order.toAsset.startsWith("usdt") ? order.toAmount : order.fromAmount;
  const promised = order.promoTerms?.kind === "cashback_percent" && order.ownerId !== null ? base / 50n : 0n;
  const isUndisturbed = order.disputes.length === 0 && !ledger.transfers.some(({ code }) => code === "refund");
  const asset = order.toAsset.startsWith("usdt") ? order.toAsset : order.fromAsset;
  const strangers = ofCode.filter(({ debit, credit }) => {
    return ![debit, credit].includes(accounts.member(order.ownerId ?? "", asset));
  });
  return [
    ...(credited > promised ? [`${credited} of cashback, ${promised} promised`] : []),
    ...(left < 0n ? [`${-left} more cashback taken back than credited`] : []),
    ...(order.status === "completed" && isUndisturbed && left !== promised ? [`${left} of ${promised} cashback`] : []),
    ...(order.status === "refunded" && left > 0n ? [`${left} of cashback kept after the refund`] : []),
    ...(order.status === "charged_back" && promised > 0n && left === promised ? ["cashback kept after a loss"] : []),
    ...strangers.map(({ id }) => `${id} is in another account`),
  ];
}
