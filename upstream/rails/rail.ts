import type { PayinMethod } from "../../contract/order-states.ts";

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
  /** Asked twice it gives the same instruction. When it throws, the order stays a draft. */
  issue(input: { ref: string; asset: string; amount: bigint; payer: string | null }): Promise<PayinInstruction>;
  /**
   * Takes back what was issued, so that nobody pays it any more. `too_late`: it is paid or being paid, and the rail
   * reports that itself. An address cannot be taken back: it answers `withdrawn` and stays watched.
   */
  withdraw(input: { ref: string }): Promise<"withdrawn" | "too_late">;
};

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

/** Which rail serves an asset; also the name of its ledger account (`assets:<rail>:<asset>`). */
export type Rails = {
  /** How an asset can be paid in, the usual way first; empty for an asset that nobody takes. */
  payinMethods(asset: string): readonly PayinMethod[];
  /** Throws `RailUnavailable` where `payinMethods` does not name the method. */
  payinFor(asset: string, method: PayinMethod): PayinRail;
  payoutFor(asset: string): PayoutRail;
  /** True while any rail is the sandbox: the site says so on every page. */
  sandbox: boolean;
};

export class RailUnavailable extends Error {}
