import type {
  FinalStatus,
  HoldReason,
  OrderCondition,
  OrderStatus,
  PayinMethod,
} from "../../../contract/order/order-states.ts";
import type { AddressMoney } from "../../ledger/rules/address-money.ts";
import type { RailLocation } from "../../ledger/rules/booking.ts";
import type { NetworkFee } from "../../ledger/rules/network-fee.ts";
import type { OrderEntry } from "../../ledger/rules/order-ledger.ts";
import type { CostTerms } from "../../market/rules/costs.ts";
import type { LoyaltyTerms } from "../../market/rules/loyalty.ts";
import type { RateTier } from "../../market/rules/pricing.ts";
import type { PromoFault, PromoTerms } from "../../market/rules/promo.ts";
import type { PayerHistory } from "./payer-limits.ts";
import type { Policy } from "./policy.ts";
import type { UnpaidUsage } from "./unpaid-limits.ts";

/** Offer to the customer on a hold: all that arrived, at the current rate. Decimal text of minor units. */
export type HoldOffer = {
  rate: string;
  fromAmount: string;
  toAmount: string;
  serviceFee: string;
  bonus: string;
  validUntil: string;
  /** What limits this price, and the reference rate that it is compared with; absent in offers from before there were limits. */
  costTerms?: CostTerms | null;
  reference?: { rate: string; source: string };
};

/**
 * One case the payer opened at a rail. `amount` (decimal text of minor units) is blocked there while it is open.
 * `lost_meanwhile`: lost during a payout; the loss is settled when the payout ends.
 */
export type Dispute = {
  caseId: string;
  rail: string;
  amount: string;
  state: "open" | "lost_meanwhile" | "won" | "lost";
};

/** The columns of an order that the rules read or write. Amounts in minor units. */
export type OrderState = {
  ref: string;
  pairId: string;
  fromAsset: string;
  toAsset: string;
  status: OrderStatus;
  condition: OrderCondition;
  restingStatus: FinalStatus | null;
  version: number;
  fromAmount: bigint;
  toAmount: bigint;
  rate: string;
  referenceRate: string;
  referenceSource: string;
  serviceBps: number;
  bonusBps: number;
  fixedBonus: bigint;
  payoutFee: bigint;
  serviceFee: bigint;
  bonus: bigint;
  promoCode: string | null;
  promoTerms: PromoTerms | null;
  /** The promo code this order lost, and why. */
  promoRefused: { code: string; reason: PromoFault } | null;
  /** The owner's loyalty discount when the quote was made. */
  loyaltyTerms: LoyaltyTerms | null;
  /** What the exchange costs us at most, by which its price is limited; null where nothing limited it. */
  costTerms: CostTerms | null;
  /** US dollars for one unit sent, when the quote was made, as decimal text; null where there was no rate. */
  usdRate: string | null;
  /** How long what this order brings a wallet waits there, fixed as it is executed; null where that cannot be taken back. */
  settleSeconds: number | null;
  /** What the completed exchange was worth, in US cents, and when it was first completed. */
  turnoverCents: bigint | null;
  completedAt: Date | null;
  quoteExpiresAt: Date;
  received: bigint;
  sent: bigint;
  expiresAt: Date | null;
  graceUntil: Date | null;
  rateLockedUntil: Date | null;
  holdReason: HoldReason | null;
  holdSince: Date | null;
  holdDeadline: Date | null;
  holdOffer: HoldOffer | null;
  /** The rail of the open dispute; null without one. */
  disputeFlag: string | null;
  disputes: Dispute[];
  surplusBack: boolean;
  payinMethod: PayinMethod | null;
  payinRail: string | null;
  payinAccount: string | null;
  payinAddress: string | null;
  payinMemo: string | null;
  payinUri: string | null;
  payinInvoiceUrl: string | null;
  payinRedirectUrl: string | null;
  payoutAccount: string | null;
  payoutMemo: string | null;
  payoutExtra: Record<string, string>;
  /** Paid from the owner's wallet to an account that is new to the owner: nothing is paid out before. */
  payoutUsableAt: Date | null;
  /** When its owner paid it from a wallet with a code, and its worth then, in US cents. */
  walletPaidAt: Date | null;
  walletWorthUsd: bigint | null;
  /** The owner's choice: the payout goes into the owner's wallet, or a refund does. */
  payoutToWallet: boolean;
  refundToWallet: boolean;
  refundAccount: string | null;
  refundMemo: string | null;
  wrongRefundAccount: string | null;
  reserveHoldId: string | null;
  email: string | null;
  /** The member whose order it is; null for a guest. */
  ownerId: string | null;
  acceptedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export const paymentStatuses = ["seen", "final", "vanished"] as const;
export const paymentTimings = ["in_window", "in_grace", "late"] as const;
export type PaymentTiming = (typeof paymentTimings)[number];

export type PaymentFact = {
  id: string;
  rail: string;
  railPaymentId: string;
  asset: string;
  amount: bigint;
  railFee: bigint;
  /** Where the money of a final payment lies. */
  place: RailLocation;
  /** The deposit address where it has arrived, to be swept. */
  address: string | null;
  /** Address or account that it came from, where the rail knows it. */
  sender: string | null;
  status: (typeof paymentStatuses)[number];
  confirmations: number;
  required: number;
  rateAtSight: string;
  onTime: PaymentTiming;
  seenAt: Date;
  finalAt: Date | null;
};

const outgoingKinds = ["payout", "refund"] as const;
/**
 * Of whom a movement is, by its kind: an order's payout or refund, a member's withdrawal, the house's own sweep, or money that
 * neither a wallet nor an order has.
 */
export const movementKinds = [...outgoingKinds, "withdrawal", "sweep", "unclaimed_payout"] as const;
export type MovementKind = (typeof movementKinds)[number];
export const outgoingStatuses = ["sending", "sent", "returned", "failed"] as const;
/**
 * How far the payout guard is with one movement of outgoing money. `refused` has consumed nothing, `reverted` ended
 * without effect, `void` can never happen any more, `returned` came back after it was settled.
 */
export const movementStates = [
  "waiting",
  "held",
  "approved",
  "prepared",
  "broadcast",
  "settled",
  "refused",
  "reverted",
  "void",
  "returned",
] as const;
export type MovementState = (typeof movementStates)[number];

export const outgoingAlarms = ["sent_after_failure", "other_transaction"] as const;

export type OutgoingFact = {
  id: string;
  kind: (typeof outgoingKinds)[number];
  attempt: number;
  rail: string;
  asset: string;
  amount: bigint;
  fee: bigint;
  account: string;
  memo: string | null;
  status: (typeof outgoingStatuses)[number];
  transferId: string;
  feeTransferId: string | null;
  railTxId: string | null;
  /** What the rail reported against its own earlier report, until an operator has looked. */
  alarm: (typeof outgoingAlarms)[number] | null;
  /** A second transaction that the rail reported for this transfer. */
  otherTxId: string | null;
  createdAt: Date;
  settledAt: Date | null;
};

export type AssetFacts = {
  id: string;
  kind: "crypto" | "ewallet";
  network: string | null;
  needsMemo: boolean;
  decimals: number;
  toleranceBps: number;
  refundFee: bigint;
  /** The rail that pays out this asset, null where none does, and the most that one transfer there may cost. */
  payoutRail: string | null;
  gas: NetworkFee | null;
  /** Rails where a payment lies at a deposit address first, to be swept. */
  depositRails: readonly string[];
};

/**
 * Our reserve of one asset: what is free, the shortfall, and how much of the asset is at rails that cannot pay it out.
 */
export type ReserveFacts = { available: bigint; shortfall: bigint; elsewhere: bigint };

/**
 * What the owner's wallets in the order's two assets have available; null without one. `takenBack`: how much of the payout
 * into the wallet was taken back or is owed, and how much of the cashback. Minor units.
 */
export type WalletFacts = {
  from: bigint | null;
  to: bigint | null;
  takenBack: bigint;
  cashbackTakenBack: bigint;
};

/** What a new price of the pair is made of: `tiers` are better rates of larger amounts; `costTerms` limit it, null where nothing does. */
type MarketFacts = {
  rate: string;
  tiers?: readonly RateTier[];
  referenceRate: string;
  referenceSource: string;
  costTerms: CostTerms | null;
};

/** Everything a decision depends on, read in the transaction that applies it. */
export type OrderFacts = {
  now: Date;
  policy: Policy;
  order: OrderState;
  pair: { isActive: boolean; minFrom: bigint; maxFrom: bigint };
  /** The order's two assets, those of its payments, and those that pay their network fees, by id. */
  assets: Record<string, AssetFacts>;
  payments: PaymentFact[];
  outgoing: OutgoingFact[];
  /** All transfers of this order, oldest first. */
  entries: OrderEntry[];
  /** By asset id. */
  reserves: Record<string, ReserveFacts>;
  /** Spendable balance by ledger account of a rail (`assets:<rail>:<asset>`). */
  cash: Record<string, bigint>;
  /**
   * The order's deposit address, by ledger account (`assets:<rail>_deposits:<asset>`): only for that of a payment which the
   * event says is final or taken back.
   */
  atAddress: Record<string, AddressMoney>;
  /** Null for an order that has nothing to do with a wallet. */
  wallet: WalletFacts | null;
  /** What the customer's unpaid orders hold; null where no limit applies, and for other events than `execute`. */
  unpaid: UnpaidUsage | null;
  /** Who pays, of a payment that can be taken back; null where no limit applies, and for other events than `execute`. */
  payer: PayerHistory | null;
  /** The pair's current rate and reference; null when none is recent enough. */
  market: MarketFacts | null;
};
