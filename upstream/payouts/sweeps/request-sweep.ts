import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { addressBalance, noAddress, outgoing, sweepPart } from "../../db/schema/index.ts";
import { selectUnsweptPayments } from "../../db/sql/sweep-statements.ts";
import { BookingRefused, book, lockAccountsOf } from "../../ledger/book.ts";
import { available } from "../../ledger/read.ts";
import { lyingIn, nothingThere } from "../../ledger/rules/address-money.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import { sweepHeld, sweepHoldOf } from "../../ledger/rules/sweep-postings.ts";
import { lockAddresses } from "../../ledger/sweeps/read-addresses.ts";
import type { Context } from "../../ports/context.ts";
import type { NewMovement } from "../../ports/payout-owner.ts";
import type { SweepGas } from "../../ports/payout-rail.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { smaller } from "../../shared/rules/smaller.ts";
import { gasHeld } from "../../withdrawals/rules/gas-postings.ts";
import { queueMovement, requestPayout } from "../request-payout.ts";
import type { LyingAt } from "../rules/worth-sweeping.ts";

type Services = Pick<Context, "clock" | "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy" | "rails">;

/** `empty`: nothing lies there. `under_way`: one sweep at a time. `no_gas`: the rail cannot pay the network's fee. */
export type SweepOutcome = { id: string; amount: bigint; addresses: number } | "empty" | "under_way" | "no_gas";

/** An asset of a rail whose deposits have to be swept; `to` is the rail's own address. */
export type Sweepable = { rail: string; asset: string; to: string };

/** `addresses`: those with the most where it is missing. `gas`: what each costs. */
type SweepChoice = { addresses?: readonly string[] | undefined; gas: SweepGas | null };

/** What the sweep of one address costs at the network's price of the last hour. */
export async function gasOfSweep(
  { db, rails }: Pick<Context, "db" | "rails">,
  { rail, asset }: Pick<Sweepable, "rail" | "asset">,
): Promise<SweepGas | null> {
  const { sweepGas, gasNow } = rails.payoutOf({ rail, asset });
  return sweepGas && { ...sweepGas, amount: (await gasNow(db.orm)).sweep };
}

/** An address that pays its own transfer needs nothing of ours. */
const isPaidByUs = (gas: SweepGas | null): gas is SweepGas => gas !== null && gas.from !== "address" && gas.amount > 0n;

/** Addresses of one sweep: each is a transfer of its own. The rest is for the next one. */
const addressesAtOnce = 100;

/** The deposit addresses with the most. */
export function fullestAddresses(
  reader: Pick<Orm, "select">,
  { rail, asset }: Pick<Sweepable, "rail" | "asset">,
): Promise<LyingAt[]> {
  const { address, lying } = addressBalance;
  return reader
    .select({ address, lying })
    .from(addressBalance)
    .where(
      // As a literal, which the condition of the index has.
      and(eq(addressBalance.rail, rail), eq(addressBalance.asset, asset), gt(lying, sql`0`), ne(address, noAddress)),
    )
    .orderBy(desc(lying), asc(address))
    .limit(addressesAtOnce);
}

/**
 * Asks the payout guard to move what lies at `addresses`, or at those with the most, to where the rail pays out from, in the
 * caller's transaction. What arrives meanwhile is for the next sweep. Where the coin that pays the network does not reach for
 * all of them, the first ones are swept. Throws `BookingRefused`, to be rolled back, where the ledger refuses.
 */
export async function requestSweep(
  ctx: Services,
  tx: Tx,
  { rail, asset, to }: Sweepable,
  { addresses, gas }: SweepChoice,
): Promise<SweepOutcome> {
  const now = ctx.clock.now();
  const money = { id: ctx.ids.newId("swp"), rail, asset };
  const wanted = addresses ?? (await fullestAddresses(tx, money)).map(({ address }) => address);
  const there = await lockAddresses(tx, money, wanted);
  const feeOf = (count: bigint) =>
    isPaidByUs(gas)
      ? [gasHeld({ outgoingId: money.id, rail, place: gas.from }, { ...gas, amount: gas.amount * count })]
      : [];
  await lockAccountsOf(tx, [sweepHeld({ ...money, amount: 0n }), ...feeOf(1n)], now);
  // Others are asked for under the same locks, so this one cannot have begun since.
  if (await isUnderWay(tx, money)) return "under_way";
  const lying = wanted.map((address) => ({ address, amount: lyingIn(there.get(address) ?? nothingThere) }));
  const full = await coveredByAccount(tx, money, lying);
  if (full.length === 0) return "empty";
  const parts = full.slice(0, await transfersPaidBy(tx, { rail, gas }, full.length));
  if (parts.length === 0) return "no_gas";
  const amount = parts.reduce((sum, part) => sum + part.amount, 0n);
  const sweep = {
    ...{ ...money, amount, kind: "sweep", attempt: 1, fee: 0n, account: to, transferId: sweepHoldOf(money) },
    ...{ status: "sending", createdAt: now },
  } satisfies NewMovement;
  await requestPayout(ctx, tx, sweep);
  await insertParts(tx, money, parts);
  await queueMovement(ctx, tx, money);
  const booked = await book(tx, [sweepHeld({ ...money, amount }), ...feeOf(BigInt(parts.length))], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  return { id: money.id, amount, addresses: parts.length };
}

type Part = { address: string; amount: bigint };

/** What operators have booked out of all deposit addresses together cannot be swept from one of them. */
async function coveredByAccount(
  tx: Tx,
  { rail, asset }: Pick<Sweepable, "rail" | "asset">,
  lying: readonly Part[],
): Promise<Part[]> {
  let left = await available(tx, accounts.deposits(rail, asset));
  return lying.filter(({ amount }) => {
    if (amount <= 0n || amount > left) return false;
    left -= amount;
    return true;
  });
}

/** For how many of `count` transfers the rail has the network's fee. */
async function transfersPaidBy(
  tx: Tx,
  { rail, gas }: { rail: string; gas: SweepGas | null },
  count: number,
): Promise<number> {
  if (!isPaidByUs(gas)) return count;
  const [cash, reserve] = [
    await available(tx, gas.from === "gas" ? accounts.gas(rail, gas.asset) : accounts.rail(rail, gas.asset)),
    await available(tx, accounts.reserve(gas.asset)),
  ];
  const free = smaller(cash, reserve);
  return free <= 0n ? 0 : Number(smaller(free / gas.amount, BigInt(count)));
}

async function insertParts(tx: Tx, sweep: { id: string; rail: string; asset: string }, parts: readonly Part[]) {
  const addresses = parts.map(({ address }) => address);
  const payments = await selectUnsweptPayments(tx, sweep, addresses);
  await tx
    .insert(sweepPart)
    .values(parts.map((part) => ({ sweepId: sweep.id, ...part, payments: payments.get(part.address) ?? [] })));
}

async function isUnderWay(tx: Tx, { rail, asset }: Pick<Sweepable, "rail" | "asset">): Promise<boolean> {
  // As literals, which the condition of the index has.
  const isSending = sql`kind = 'sweep' and status = 'sending'`;
  const [row] = await tx
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(and(isSending, eq(outgoing.rail, rail), eq(outgoing.asset, asset)))
    .limit(1);
  return row !== undefined;
}

/** The same in a transaction of its own. */
export async function sweepNow(
  ctx: Services & Pick<Context, "db">,
  sweepable: Sweepable,
  addresses?: readonly string[],
): Promise<SweepOutcome> {
  const gas = await gasOfSweep(ctx, sweepable);
  const outcome = await ctx.db.transaction((tx) => requestSweep(ctx, tx, sweepable, { addresses, gas }));
  ctx.jobs.wakeWorkers();
  return outcome;
}
