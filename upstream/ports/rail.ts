import type { Logger } from "pino";
import type { HandStep, PayinMethod } from "../../contract/order/order-states.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Tx } from "../db/database.ts";
import type { OrderEvent, OrderEventName } from "../orders/rules/order-event.ts";
import type { Refusal } from "../shared/rules/refusal.ts";
import type { DepositRail } from "./deposit-rail.ts";
import type { PayoutRail } from "./payout-rail.ts";
import type { RailStatement } from "./rail-statement.ts";

/** Pay-in instructions. */
export type PayinInstruction = {
  method: PayinMethod;
  address: string | null;
  memo: string | null;
  uri: string | null;
  invoiceUrl: string | null;
  redirectUrl: string | null;
  /** Within how many seconds a person sends the invoice, where nothing sends it at once. */
  sentWithinSeconds?: number;
};

/**
 * Applies an event of a rail to its order. Returns the order's refusal, if any. `acceptOnce` runs under the order's
 * lock and returns whether the event may still take effect; what it writes is committed or rolled back with the event.
 */
export type ReportEvent = (
  ref: string,
  event: OrderEvent,
  acceptOnce?: (tx: Tx) => Promise<boolean>,
) => Promise<Refusal | undefined>;

/**
 * How money of some assets comes in, by one method. Every call is idempotent by order and throws `RailUnavailable`
 * when the rail cannot be reached.
 */
export type PayinRail = {
  /** Part of the rail's ledger account: `assets:<id>:<asset>`. */
  id: string;
  /** Called twice it gives the same instruction. When it throws, the order stays a draft. `language`: the payer's. */
  issue(input: {
    ref: string;
    asset: string;
    amount: bigint;
    payer: string | null;
    language: Lang;
  }): Promise<PayinInstruction>;
  /**
   * Withdraws what was issued, so that nobody pays it any more. `too_late`: it is paid or being paid; `reconcile` then
   * reports what was. An address cannot be withdrawn: it answers `withdrawn` and stays watched.
   */
  withdraw(input: { ref: string }): Promise<"withdrawn" | "too_late">;
  /**
   * Reads what happened at the rail to what it issued for the order, and reports it. False where there is nothing to
   * read: nothing was issued, or the rail reports by itself only.
   */
  reconcile(input: { ref: string }, report: ReportEvent): Promise<boolean>;
};

/**
 * Handles a signed webhook of a rail. `body` is the raw request body. Refuses with `signature_invalid`, or with what
 * the sender should retry or check; undefined once the event has been applied. `log` is the request's.
 */
export type RailWebhook = (
  message: { headers: Pick<Headers, "get">; body: Uint8Array; log: Logger },
  report: ReportEvent,
) => Promise<Refusal | undefined>;

/** A payment or deposit by the rail's own id. `id` is the service's; a deposit belongs to no order. */
export type RailPayment = { id: string; orderRef: string | null; rail: string; railPaymentId: string };
/** What a rail's own book says of an unconfirmed payment. `at`: when it was last reported, if the rail keeps that. */
export type PaymentProgress = { confirmations: number; at: Date | null };
/**
 * Reads how far unconfirmed payments are, by `id`; a payment the rail does not count for is left out. Confirmations are
 * no events: an order hears only that a payment is seen, final or gone.
 */
export type ReadProgress = (payments: readonly RailPayment[]) => Promise<ReadonlyMap<string, PaymentProgress>>;

/**
 * What a person does now for an order. `by`: when it is done at the latest. `usualMinutes`: within how many most were done of
 * late; null where too few were. `invoiceUrl`: where the payer pays, once that was sent. `isPaused`: operators have stopped what it sends.
 */
export type WorkByHand = {
  step: HandStep;
  by: Date | null;
  usualMinutes: number | null;
  invoiceUrl: string | null;
  isPaused: boolean;
};

/**
 * What a rail has done, by the order's event that records it, as far as the word of one person could make money leave or a debt
 * vanish.
 */
export type RailFact = Extract<
  OrderEventName,
  | (
      | "payment_final"
      | "payment_vanished"
      | "payment_reversed"
      | "refunded_at_rail"
      | "refund_done"
      | "operator_complete_payout"
    )
  | ("dispute_opened" | "dispute_won" | "dispute_lost")
>;

/**
 * Destinations that are always a mistake: `ours`, the accounts that a rail pays from, and the `contracts` of its tokens, where money
 * is lost. Addresses, and emails of e-wallets, in small letters.
 */
export type RailAccounts = { ours: readonly string[]; contracts: readonly string[] };

/** The rails of this service, by asset and method. */
export type Rails = {
  /** Of all rails that run. */
  accounts(): RailAccounts;
  /**
   * With which commands two people enter such a fact, on a rail whose doings only people see; null on a rail that can be asked. Of
   * rails that do not run, too.
   */
  enteredWith(rail: string, fact: RailFact): string | null;
  /** What a person does for an order, on a rail where people do it; null on others, and where nothing is to be done. */
  byHand(ref: string): Promise<WorkByHand | null>;
  /** The same of several orders, as its step alone; orders for which nothing is done by hand are missing. */
  handSteps(refs: readonly string[]): Promise<ReadonlyMap<string, HandStep>>;
  progress: ReadProgress;
  /** How an asset can be paid in, the usual method first; empty for an asset that no rail accepts. */
  payinMethods(asset: string): readonly PayinMethod[];
  /** Throws `RailUnavailable` where `payinMethods` does not name the method. */
  payinFor(asset: string, method: PayinMethod): PayinRail;
  /**
   * The rail that has issued an order's pay-in instructions, whichever rail the asset is paid in by now: it alone can withdraw
   * and read them. Throws `RailUnavailable` where that rail is not running.
   */
  payinOf(instructions: { rail: string; asset: string; method: PayinMethod }): PayinRail;
  /** Undefined for an asset that no rail takes deposits of. */
  depositFor(asset: string): DepositRail | undefined;
  /** The rail of a new movement. Throws `RailUnavailable` for an asset that no rail pays out. */
  payoutFor(asset: string): PayoutRail;
  /**
   * The rail that a movement was asked of: it alone knows what became of it, whichever rail pays the asset out now. Throws
   * `RailUnavailable` where that rail is not running or does not pay out the asset.
   */
  payoutOf(movement: { rail: string; asset: string }): PayoutRail;
  /** Every running rail that can pay the asset out, that of new movements first: each has money and addresses of its own. */
  payoutsOf(asset: string): readonly PayoutRail[];
  /** The id of the rail that pays an asset out; undefined where none does. */
  payoutRail(asset: string): string | undefined;
  /** Whether a running rail has this id: for pay-ins, deposits or payouts of the asset. */
  runs(part: { rail: string; asset: string }): boolean;
  /** The webhook handler of `gateways/<name>/webhook`; undefined where there is none. */
  webhook(name: string): RailWebhook | undefined;
  /** Nothing here is worth money: rails are simulated, or on test networks. The site says so on every page. */
  isTest: boolean;
  /** Whether any rail is simulated, and whether any is not. */
  hasSimulated: boolean;
  hasReal: boolean;
  /** Whether money of the asset is simulated: the rail of new movements says so, else that of new payments. */
  isSimulated(asset: string): boolean;
  /** Whether what this rail reports is simulated, and so in no block explorer; of rails that do not run, too. */
  simulates(part: { rail: string; asset: string }): boolean;
  /**
   * What a running rail says of an asset that it serves, whether the exchange has it or not; undefined where none serves it.
   * Throws `RailUnavailable` when the rail cannot be reached.
   */
  describe(asset: string): Promise<AssetDescription | undefined>;
  /** The running rails by their names in `RAILS`, with what each says of its money; undefined for one that cannot say. */
  statements(): readonly { rail: string; take: (() => Promise<RailStatement>) | undefined }[];
  /** The networks of the rails that move real money, or would if they were no test networks, by their settings. */
  networks(): readonly RailNetwork[];
};

/** An asset as its rail knows it. `network`: as addresses are read for it; null for an account at a payment service. */
export type AssetDescription = { network: string | null; decimals: number };

/** `rail`: its name in `RAILS`; `name`: where it is, for people. */
export type RailNetwork = { rail: string; name: string; isTest: boolean };

export class RailUnavailable extends Error {}
