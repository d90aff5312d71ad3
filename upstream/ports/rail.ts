import type { PayinMethod } from "../../contract/order/order-states.ts";
import type { Session } from "../rails/nebulox/session.ts";

/** Where a customer is to pay. */
export type PayinInstruction = {
  method: PayinMethod;
  address: string | null;
  memo: string | null;
  uri: string | null;
  invoiceUrl: string | null;
  redirectUrl: string | null;
};

/**
 * How money of some assets comes in, by one method. Every call is idempotent by order and throws `RailUnavailable`
 * when the rail cannot be reached.
 */
export type PayinRail = {
  /** Names the rail's ledger account too: `assets:<id>:<asset>`. */
  id: string;
  /** Asked twice it gives the same instruction. When it throws, the order stays a draft. `language`: the payer's. */
  issue(input: {
    ref: string;
    asset: string;
    amount: bigint;
    payer: string | null;
    language: "en" | "ru";
  }): Promise<PayinInstruction>;
  /**
   * Takes back what was issued, so that nobody pays it any more. `too_late`: it is paid or being paid, and the rail
   * reports that itself. An address cannot be taken back: it answers `withdrawn` and stays watched.
   */
  withdraw(input: { ref: string }): Promise<"withdrawn" | "too_late">;
};

/** What an invoice can be, in PayPal's words. */
export type InvoiceStatus =
  | "SENT"
  | "UNPAID"
  | "SCHEDULED"
  | "PARTIALLY_PAID"
  | "PAYMENT_PENDING"
  | "PAID"
  | "MARKED_AS_PAID"
  | "CANCELLED"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED";

/** An invoice as it stands, whole: what the rail's events say is only that it is to be read again. Minor units. */
export type InvoiceReading = {
  status: InvoiceStatus;
  payments: readonly { id: string; amount: bigint; state: "pending" | "completed" | "failed" }[];
  /** `outgoingId`: which of our refunds it is; null for one that was made past us. */
  refunds: readonly { id: string; paymentId: string; amount: bigint; outgoingId: string | null }[];
};

/** A rail that issues invoices. They can be read at any time; null where none was issued. */
export type InvoiceRail = PayinRail & { read(input: { ref: string }): Promise<InvoiceReading | null> };

/** What became of money we asked a rail to send. `unknown` is never a reason to send again under another id. */
export type SendResult =
  | { state: "sent"; txId: string; networkFee: { asset: string; amount: bigint } | null }
  | { state: "pending" }
  | { state: "refused"; reason: string };

/** How money of some assets goes out: payouts and refunds. `send` is idempotent by `id`. */
export type PayoutRail = {
  id: string;
  send(input: { id: string; asset: string; amount: bigint; account: string; memo: string | null }): Promise<SendResult>;
};

/** A gateway that shows a payment page of its own, and tells what happened there by signed events. */
export type HostedGateway = {
  /** In addresses (`gateways/<name>/webhook`), tables and the ledger. */
  name: string;
  takes(asset: string): boolean;
  payin: PayinRail;
  /** What it signs its events with; two while one replaces the other. */
  webhookSecrets: readonly string[];
  /** A session as it is there now; undefined when it is not known there. Throws `RailUnavailable`, after `withinMs` too. */
  read(sessionId: string, withinMs: number): Promise<Session | undefined>;
};

/** Which rail serves an asset; also the name of its ledger account (`assets:<rail>:<asset>`). */
export type Rails = {
  /** How an asset can be paid in, the usual way first; empty for an asset that nobody takes. */
  payinMethods(asset: string): readonly PayinMethod[];
  /** Throws `RailUnavailable` where `payinMethods` does not name the method. */
  payinFor(asset: string, method: PayinMethod): PayinRail;
  /** Who issues the invoices of the method `paypal_invoice`. */
  invoices: InvoiceRail;
  payoutFor(asset: string): PayoutRail;
  /** By its name, as its callers write it; undefined where there is none. */
  gateway(name: string): HostedGateway | undefined;
  /** True while any rail is the sandbox: the site says so on every page. */
  sandbox: boolean;
};

export class RailUnavailable extends Error {}
