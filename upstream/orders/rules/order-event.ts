import type { HoldReason, PayinMethod, ProcessAction } from "../../../contract/order/order-states.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";

/** Everything that can happen to an order, grouped by who causes it. */
const clientEvents = [
  "execute",
  "cancel",
  "report_payment",
  "accept_requote",
  "request_refund",
  "set_refund_address",
  "exchange_as_quoted",
  "set_payout_account",
  "submit_info",
] as const satisfies readonly ("execute" | "cancel" | ProcessAction)[];
const railEvents = [
  "payment_seen",
  "payment_final",
  "payment_vanished",
  "payment_reversed",
  "payout_started",
  "payout_done",
  "payout_failed",
  "payout_returned",
  "refund_started",
  "refund_done",
  "refund_failed",
  "refunded_at_rail",
  "invoice_cancelled",
  "review_hold",
  "review_clear",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
] as const;
const clockEvents = ["draft_ended", "rate_ended", "window_ended", "hold_ended", "offer_ended", "reserve_back"] as const;
/** Of the account that an order belongs to. */
const accountEvents = ["stopped_by_owner"] as const;
const operatorEvents = [
  "operator_hold",
  "operator_release",
  "operator_refund",
  "operator_complete_payout",
  "operator_close",
] as const;

export const orderEvents = [
  ...clientEvents,
  ...railEvents,
  ...clockEvents,
  ...accountEvents,
  ...operatorEvents,
] as const;
export type OrderEventName = (typeof orderEvents)[number];

/**
 * Pay-in instructions as `rail` issued them; null where the method has none. `sentWithinSeconds`: of an invoice that a person has to
 * send first.
 */
export type PayinDetails = {
  method: PayinMethod;
  rail: string | null;
  address: string | null;
  memo: string | null;
  uri: string | null;
  invoiceUrl: string | null;
  redirectUrl: string | null;
  sentWithinSeconds?: number;
};

/**
 * One payment as a rail reports it, minor units of `asset`. `amount` is gross, `railFee` what the rail kept of it. `address`:
 * where it has arrived; the order's own where it is left out, which a draft does not have yet.
 */
export type PaymentReport = {
  rail: string;
  railPaymentId: string;
  asset: string;
  amount: bigint;
  railFee: bigint;
  confirmations: number;
  required: number;
  /** The rail's id of a payment that this one stands for: the payer sent it again, and only one of them can be. */
  replaces?: string;
  address?: string;
  /** Who has sent it, where the rail knows an address or account; compared with the lists of parties who must not be served. */
  sender?: string | null;
};

type PaymentName = { rail: string; railPaymentId: string };
type Ended = { outgoingId: string; txId: string | null; networkFee: NetworkFee | null };
/** `networkFee`: what the attempt cost all the same. */
type Failed = { outgoingId: string; reason: string; networkFee: NetworkFee | null };
type Account = { account: string; memo: string | null };

/** `usableAt`: when it may leave for the payout's account; null at once. `worthUsd`: US cents. */
type FromWallet = { usableAt: Date | null; worthUsd: bigint; proof: "authenticator" | "email_code" };

/** Payload of each event; `null` for events without one. */
type Payloads = {
  /**
   * `network`: where the customer calls from, as `cappedNetworkOf` names it. `fromWallet`: the owner pays from a wallet
   * and has confirmed with a code that the money may leave.
   */
  execute: { payin: PayinDetails; network: string; fromWallet?: FromWallet | null };
  report_payment: { transactionId: string | null; payerAccount: string | null };
  request_refund: { refund: Account | null };
  set_refund_address: { refund: Account };
  set_payout_account: { account: string };
  submit_info: { info: string };

  payment_seen: { payment: PaymentReport };
  payment_final: { payment: PaymentReport };
  payment_vanished: PaymentName;
  /** A final payment was reversed (deep reorganisation, bank reversal): a loss. */
  payment_reversed: PaymentName;
  payout_done: Ended;
  payout_failed: Failed;
  /** `amount`: the returned part, when it is not all. */
  payout_returned: { outgoingId: string; amount: bigint | null };
  refund_done: Ended;
  refund_failed: Failed;
  /** A refund made at the rail, not by this service. */
  refunded_at_rail: { rail: string; refundId: string; railPaymentId: string | null; amount: bigint };
  /** `caseId`: its number at the rail. `amount`: the disputed part, when it is not all that is undisputed. */
  dispute_opened: { caseId: string; rail: string; amount: bigint | null };
  dispute_won: { caseId: string };
  dispute_lost: { caseId: string };

  /** `outgoingId`: the payout that the payout guard has ended unsent; null where none was asked for. */
  stopped_by_owner: { outgoingId: string | null };

  operator_hold: { reason: HoldReason; note: string };
  operator_release: { note: string };
  /** `account`: the refund destination, when the order does not know it. */
  operator_refund: { account: string | null; note: string };
  operator_complete_payout: { txId: string; networkFee: NetworkFee | null; note: string };
  operator_close: { note: string };
};

export type OrderEvent = {
  [Name in OrderEventName]: { name: Name } & (Name extends keyof Payloads ? Payloads[Name] : unknown);
}[OrderEventName];
export type EventOf<Name extends OrderEventName> = Extract<OrderEvent, { name: Name }>;

/**
 * Who caused an event. A human operator has a name and states a reason. `anyway`: the concerns that the operator
 * overrode, for the audit log; `commandId`: the command that the operator has signed.
 */
export type EventSource =
  | "client"
  | "system"
  | "rail"
  | "operator"
  | { operator: string; reason: string; anyway?: string[]; commandId?: string | null };
