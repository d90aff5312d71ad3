import type { NetworkFee } from "../../../ledger/rules/network-fee.ts";
import type { OrderEvent, OrderEventName, PaymentReport } from "../order-event.ts";
import { execute, executeInvoice, executeTransfer, type OrderWorld, paying } from "./order-world.ts";

/** What payloads depend on; both a test world and an order in a database provide it. */
export type Situation = Pick<OrderWorld, "order" | "payments" | "outgoing" | "assets">;

const operatorHolds = ["manual_review", "aml_check", "kyc_required", "new_user_delay"] as const;

/**
 * An event with a payload selected by two numbers: plausible values, duplicates and contradictions. `subject`: which payment, movement
 * or case it is about; `variant`: which of the amounts it may have.
 */
export function particulars(world: Situation, name: OrderEventName, subject: number, variant: number): OrderEvent {
  const { order } = world;
  const account = { account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb", memo: null };
  const half = order.received / 2n;
  switch (name) {
    case "execute":
      return executeEvent(world, subject);
    case "payment_seen":
    case "payment_final":
      return { name, payment: paymentBy(world, subject, variant) };
    case "payment_vanished":
    case "payment_reversed": {
      const { rail, railPaymentId } = paymentBy(world, subject, variant);
      return { name, rail, railPaymentId };
    }
    case "payout_done":
    case "refund_done":
      return { name, txId: `tx${order.version}`, ...endBy(world, name, subject, variant) };
    case "payout_failed":
    case "refund_failed":
      return { name, reason: "refused", ...endBy(world, name, subject, variant) };
    case "payout_returned":
      return { name, ...returnedBy(world, subject, variant) };
    case "refunded_at_rail": {
      const payment = world.payments[subject % 3];
      const amount = variant % 2 === 0 && half > 0n ? half : order.received || order.fromAmount;
      const rail = world.assets[order.fromAsset]?.payoutRail ?? "";
      return { name, rail, refundId: `r${subject % 4}`, railPaymentId: payment?.railPaymentId ?? null, amount };
    }
    case "dispute_opened":
      return {
        name,
        caseId: subject % 4 === 3 ? (order.disputes[0]?.caseId ?? "c0") : `c${order.disputes.length}`,
        rail: world.assets[order.fromAsset]?.payoutRail ?? "",
        amount: variant % 3 === 0 && half > 0n ? half : null,
      };
    case "dispute_won":
    case "dispute_lost":
      return { name, caseId: disputeBy(world, subject) };
    case "report_payment":
      return { name, transactionId: "T1", payerAccount: null };
    case "request_refund":
      return { name, refund: subject % 2 === 0 ? account : null };
    case "set_refund_address":
      return { name, refund: account };
    case "set_payout_account":
      return { name, account: "other@mail.com" };
    case "submit_info":
      return { name, info: "papers" };
    case "stopped_by_owner":
      return { name, outgoingId: sendingOf(world) };
    case "operator_hold":
      return { name, reason: pick(operatorHolds, subject), note: "n" };
    case "operator_refund":
      return { name, account: subject % 2 === 0 ? "0x52908400098527886E0F7030069857D2E4169EE7" : null, note: "n" };
    case "operator_complete_payout":
      return { name, txId: `hand${order.version}`, networkFee: feeBy(world, variant), note: "n" };
    case "operator_release":
    case "operator_close":
      return { name, note: "n" };
    default:
      return { name };
  }
}

/** The same number is the same payment, so duplicates, late reports and contradictions occur. */
function paymentBy(world: Situation, subject: number, variant: number): PaymentReport {
  const earlierPayment = world.payments[subject % 5];
  if (earlierPayment) return paying(world, earlierPayment.railPaymentId, earlierPayment.amount, earlierPayment.asset);
  const { fromAmount, fromAsset } = world.order;
  const isWrong = variant % 12 === 0;
  const asset = isWrong ? (fromAsset === "usdt-trc20" ? "usdt-erc20" : "paypal-eur") : fromAsset;
  const share = pick([1000n, 1000n, 1000n, 1000n, 600n, 400n, 1100n, 2500n, 1n], variant);
  const amount = (fromAmount * share) / 1000n - (variant % 7 === 0 ? 1n : 0n);
  return {
    ...paying(
      world,
      `${world.order.ref}-${world.payments.length}`,
      isWrong && variant % 24 === 0 ? 9_00n : amount,
      asset,
    ),
  };
}

/** An open one if there is any; sometimes the first of all. */
function disputeBy({ order }: Situation, subject: number): string {
  const open = order.disputes.filter(({ state }) => state === "open");
  const dispute = open.length === 0 || subject % 4 === 3 ? order.disputes[0] : open[subject % open.length];
  return dispute?.caseId ?? "none";
}

function returnedBy(world: Situation, subject: number, variant: number) {
  const outgoingId = outgoingBy(world, "payout_returned", subject);
  const amount = world.outgoing.find(({ id }) => id === outgoingId)?.amount ?? 0n;
  return { outgoingId, amount: amount > 1n ? pick([null, null, amount / 2n, 1n], variant) : null };
}

const endBy = (world: Situation, name: string, subject: number, variant: number) => ({
  outgoingId: outgoingBy(world, name, subject),
  networkFee: feeBy(world, variant),
});

const sendingOf = ({ outgoing }: Situation) => outgoing.find(({ status }) => status === "sending")?.id ?? null;

function outgoingBy(world: Situation, name: string, subject: number): string {
  const kind = name.startsWith("payout") ? "payout" : "refund";
  const movements = world.outgoing.filter((movement) => movement.kind === kind);
  return (subject % 4 === 0 ? movements[0] : movements.at(-1))?.id ?? "none";
}

/** None, less than the gas that is held, more, or in an asset that nobody expected. */
function feeBy({ order, assets }: Situation, variant: number): NetworkFee | null {
  const gas = Object.values(assets).find((asset) => asset.gas !== null)?.gas;
  const fees = gas ? [{ ...gas, amount: gas.amount / 2n }, gas, { ...gas, amount: gas.amount * 2n }] : [];
  return pick([null, { asset: order.fromAsset, amount: 7n }, ...fees], variant);
}

export function executeEvent({ order }: Situation, subject: number): OrderEvent {
  if (!order.fromAsset.startsWith("paypal")) return execute;
  return subject % 3 === 2 ? executeTransfer : executeInvoice;
}

export const pick = <Item>(list: readonly Item[], at: number): Item => {
  const item = list[at % list.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
};
