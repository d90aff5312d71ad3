import type { AddressMoney } from "../../../ledger/rules/address-money.ts";
import { accounts, type Booking, isAtDeposits } from "../../../ledger/rules/booking.ts";
import { priceFrom } from "../../../market/rules/pricing.ts";
import type { Refusal } from "../../../shared/rules/refusal.ts";
import { decide, isDecision } from "../decide.ts";
import type { Decision, OrderTask, Unchanged } from "../decision.ts";
import type { OrderEvent, PaymentReport } from "../order-event.ts";
import type { AssetFacts, OrderFacts, OrderState } from "../order-facts.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { draftedAt, draftOf } from "./draft-state.ts";
import { available, bookInto, copyOf, emptyLedger, posted, type ReferenceLedger } from "./reference-ledger.ts";
import { walletFactsOf } from "./wallet-facts-of.ts";

/** One order in a small exchange without database, rails or real time. */
export type OrderWorld = {
  now: Date;
  rate: string | null;
  isPairActive: boolean;
  order: OrderState;
  payments: OrderFacts["payments"];
  outgoing: OrderFacts["outgoing"];
  ledger: ReferenceLedger;
  tasks: OrderTask[];
  assets: Record<string, WorldAsset>;
  pair: { minFrom: bigint; maxFrom: bigint };
  policy: Policy;
  /** What the owner owes for a payout into a wallet whose payment was taken back. */
  owed: bigint;
  /** The same for cashback. */
  owedOfCashback: bigint;
};

const noMemo = { needsMemo: false, gas: null } as const;
const usdt = { ...noMemo, kind: "crypto", toleranceBps: 50, decimals: 6 } as const;
const wallet = { ...noMemo, kind: "ewallet", network: null, toleranceBps: 0, decimals: 2, depositRails: [] } as const;
/** Each is paid out by a rail. */
export type WorldAsset = AssetFacts & { payoutRail: string };

export const worldAssets: Record<string, WorldAsset> = {
  "usdt-trc20": {
    ...usdt,
    id: "usdt-trc20",
    network: "tron",
    refundFee: 1_000000n,
    payoutRail: "tron",
    depositRails: ["tron"],
  },
  // One network that sweeps, and one that does not.
  "usdt-erc20": {
    ...usdt,
    id: "usdt-erc20",
    network: "eth",
    refundFee: 3_000000n,
    payoutRail: "ether",
    depositRails: [],
  },
  "paypal-usd": { ...wallet, id: "paypal-usd", refundFee: 0n, payoutRail: "paypal" },
  "paypal-eur": { ...wallet, id: "paypal-eur", refundFee: 0n, payoutRail: "paypal" },
};

type Direction = { from: string; to: string; fromAmount: bigint; rate: string; min: bigint; max: bigint };
/** 500 USDT to PayPal: pays out 480.08. */
export const usdtToPaypal: Direction = {
  from: "usdt-trc20",
  to: "paypal-usd",
  fromAmount: 500_000000n,
  rate: "0.9650",
  min: 20_000000n,
  max: 5000_000000n,
};
/** An invoice of 100 dollars: pays out 95.0225 USDT. */
export const paypalToUsdt: Direction = {
  from: "paypal-usd",
  to: "usdt-trc20",
  fromAmount: 100_00n,
  rate: "0.9550",
  min: 20_00n,
  max: 1000_00n,
};

/** A draft with all fields filled in and accepted; the reserve is a thousand times the payout. */
export function worldOf(direction: Direction = usdtToPaypal): OrderWorld {
  const { from, to, fromAmount, rate, min, max } = direction;
  const [fromAsset, toAsset] = [worldAssets[from], worldAssets[to]];
  if (!fromAsset || !toAsset) throw new Error("No such asset");
  const terms = { rate, serviceBps: 50, bonusBps: 0, fixedBonus: 0n, payoutFee: 0n };
  const decimals = { fromDecimals: fromAsset.decimals, toDecimals: toAsset.decimals };
  const { gross: _, ...quoted } = priceFrom({ ...terms, ...decimals, fromAmount });
  const world: OrderWorld = {
    now: draftedAt,
    rate,
    isPairActive: true,
    order: draftOf({ ...terms, ...quoted }, from, to),
    payments: [],
    outgoing: [],
    ledger: emptyLedger(),
    tasks: [],
    assets: worldAssets,
    pair: { minFrom: min, maxFrom: max },
    policy: defaultPolicy,
    owed: 0n,
    owedOfCashback: 0n,
  };
  for (const { id, payoutRail } of Object.values(worldAssets)) fund(world, id, payoutRail, 1_000_000_000000n);
  return world;
}

export function fund(world: OrderWorld, asset: string, rail: string, amount: bigint): void {
  const id = `funding:${asset}:${world.ledger.transfers.length}`;
  const movement = { id, debit: accounts.rail(rail, asset), credit: accounts.reserve(asset), asset, amount };
  bookInto(world.ledger, [{ do: "post", ...movement, code: "funding" }]);
}

/** The operator withdraws money, as much as is allowed. */
export function drain(world: OrderWorld, asset: string, leave = 0n): void {
  const [reserve, heldAtRail] = [accounts.reserve(asset), accounts.rail(world.assets[asset]?.payoutRail ?? "", asset)];
  const [free, cash] = [available(world.ledger, reserve), available(world.ledger, heldAtRail)];
  const amount = (free < cash ? free : cash) - leave;
  if (amount <= 0n) return;
  const id = `profit:${asset}:${world.ledger.transfers.length}`;
  bookInto(world.ledger, [{ do: "post", id, debit: reserve, credit: heldAtRail, asset, amount, code: "profit_taken" }]);
}

/** Moves money of a rail to where it cannot be paid out from. */
export function moveOutOfReach(world: OrderWorld, asset: string, rail: string): void {
  const [heldAtRail, vault] = [accounts.rail(rail, asset), accounts.rail("vault", asset)];
  const amount = available(world.ledger, heldAtRail);
  if (amount <= 0n) return;
  const id = `rebalance:${asset}:${world.ledger.transfers.length}`;
  bookInto(world.ledger, [{ do: "post", id, debit: vault, credit: heldAtRail, asset, amount, code: "rebalance" }]);
}

export function factsOf(world: OrderWorld): OrderFacts {
  const { ledger, assets, rate, payments, outgoing } = world;
  const used = Object.values(assets);
  const rails = [...used.map(({ id, payoutRail }) => accounts.rail(payoutRail, id))];
  return {
    now: world.now,
    policy: world.policy,
    order: world.order,
    pair: { isActive: world.isPairActive, ...world.pair },
    assets,
    payments,
    outgoing,
    entries: ledger.transfers.filter(({ orderRef }) => orderRef === world.order.ref),
    reserves: Object.fromEntries(
      used.map(({ id }) => [
        id,
        {
          available: available(ledger, accounts.reserve(id)),
          shortfall: posted(ledger, accounts.shortfall(id)),
          elsewhere: elsewhereOf(world, id),
        },
      ]),
    ),
    cash: Object.fromEntries(rails.map((id) => [id, available(ledger, id)])),
    wallet: walletFactsOf(world),
    unpaid: null,
    payer: null,
    atAddress: Object.fromEntries(placesOfDeposits(ledger).map((id) => [id, addressIn(ledger, id)])),
    market: rate === null ? null : { rate, referenceRate: rate, referenceSource: "test", costTerms: null },
  };
}

const placesOfDeposits = ({ accounts: ledgerAccounts }: ReferenceLedger) =>
  [...ledgerAccounts.keys()].filter(isAtDeposits);

/** All payments of an order have one address. */
function addressIn({ transfers }: ReferenceLedger, deposits: string): AddressMoney {
  const moved = (isCounted: (code: string, id: string) => boolean, side: "debit" | "credit") =>
    transfers
      .filter((transfer) => transfer[side] === deposits && isCounted(transfer.code, transfer.id))
      .reduce((sum, { amount }) => sum + amount, 0n);
  const isPayment = (code: string) => code !== "rebalance";
  const isSweep = (_: string, id: string) => id.startsWith("sweep:");
  return { arrived: moved(isPayment, "debit") - moved(isPayment, "credit"), swept: moved(isSweep, "credit") };
}

/** A sweep brings what lies at deposit addresses to where the rail pays out from. */
export function sweep(world: OrderWorld, asset: string): void {
  const rail = world.assets[asset]?.payoutRail ?? "";
  const [debit, credit] = [accounts.rail(rail, asset), accounts.deposits(rail, asset)];
  const amount = posted(world.ledger, credit);
  if (amount <= 0n) return;
  const id = `sweep:${asset}:${world.ledger.transfers.length}`;
  bookInto(world.ledger, [{ do: "post", id, debit, credit, asset, amount, code: "rebalance" }]);
}

function elsewhereOf({ ledger, assets }: OrderWorld, asset: string): bigint {
  const paying = accounts.rail(assets[asset]?.payoutRail ?? "", asset);
  const railAccounts = [...ledger.accounts.keys()].filter((id) => id.startsWith("assets:") && id.endsWith(`:${asset}`));
  return railAccounts.filter((id) => id !== paying).reduce((sum, id) => sum + available(ledger, id), 0n);
}

/** Decides and applies the whole decision. Throws when the ledger refuses a booking. */
export function apply(world: OrderWorld, event: OrderEvent): Decision | Refusal | Unchanged {
  const result = decide(factsOf(world), event);
  if (!isDecision(result)) return result;
  world.ledger = booked(world.ledger, result.bookings);
  world.order = result.order;
  world.payments = merged(world.payments, result.payments);
  world.outgoing = merged(world.outgoing, result.outgoing);
  world.tasks.push(...result.tasks);
  for (const { transferId, owed } of result.takenBack) {
    const isCashback = transferId.endsWith(":cashback");
    if (isCashback) world.owedOfCashback += owed;
    else world.owed += owed;
  }
  return result;
}

function booked(ledger: ReferenceLedger, bookings: Booking[]): ReferenceLedger {
  const copy = copyOf(ledger);
  bookInto(copy, bookings);
  return copy;
}

function merged<Row extends { id: string }>(rows: Row[], changed: Row[]): Row[] {
  const recordQuietly = new Map(changed.map((row) => [row.id, row]));
  const updated = rows.map((row) => recordQuietly.get(row.id) ?? row);
  return [...updated, ...changed.filter(({ id }) => !rows.some((row) => row.id === id))];
}

export function wait(world: OrderWorld, seconds: number): void {
  world.now = new Date(world.now.getTime() + seconds * 1000);
}

/** A payment as its pay-in rail reports it. */
export function paying(
  world: Pick<OrderWorld, "order" | "assets">,
  id: string,
  amount: bigint,
  asset = world.order.fromAsset,
): PaymentReport {
  const rail = world.assets[asset]?.payoutRail ?? "";
  return { rail, railPaymentId: id, asset, amount, railFee: 0n, confirmations: 0, required: 20 };
}

const nowhere = { rail: null, memo: null, uri: null, invoiceUrl: null, redirectUrl: null };
export const execute: OrderEvent = {
  name: "execute",
  network: "192.0.2.0/24",
  payin: { ...nowhere, method: "crypto_address", address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
};
export const executeInvoice: OrderEvent = {
  name: "execute",
  network: "192.0.2.0/24",
  payin: { ...nowhere, method: "paypal_invoice", address: null, invoiceUrl: "https://www.paypal.com/invoice/p/#1" },
};

/** A payment to our wallet on a rail that does not report payments. */
export const executeTransfer: OrderEvent = {
  name: "execute",
  network: "192.0.2.0/24",
  payin: { ...nowhere, method: "paypal_transfer", address: "pay@exchange.test" },
};
