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
 * How money of some assets comes in. `issue` is idempotent by order: asked twice it gives the same instruction.
 * It throws `RailUnavailable` when the rail cannot be reached: the order then stays a draft.
 */
export type PayinRail = {
  id: string;
  issue(input: { ref: string; asset: string; amount: bigint; payer: string | null }): Promise<PayinInstruction>;
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
  payinFor(asset: string): PayinRail;
  payoutFor(asset: string): PayoutRail;
  /** True while any rail is the sandbox: the site says so on every page. */
  sandbox: boolean;
};

export class RailUnavailable extends Error {}
