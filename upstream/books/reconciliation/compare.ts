import { inArray, sql } from "drizzle-orm";
import type { Database, Tx } from "../../db/database.ts";
import { account, asset } from "../../db/schema/index.ts";
import type { RailStatement } from "../../ports/rail-statement.ts";
import { bookedBlocks, ordersOfPayments } from "./booked-blocks.ts";
import { bookedAmong, bookedCredits } from "./booked-credits.ts";
import { bookedTakings, entriesSince, isAllOf } from "./booked-entries.ts";
import { bookedFills, bookingOf } from "./booked-fills.ts";
import { endedMovements, movementsAmong } from "./booked-movements.ts";
import { correctedKeys } from "./reconciliations.ts";
import { compareBlocks } from "./rules/compare-blocks.ts";
import { type CreditComparison, compareCredit } from "./rules/compare-credits.ts";
import { compareSending } from "./rules/compare-sendings.ts";
import { type Difference, differenceKey } from "./rules/difference.ts";
import { accountsAt } from "./rules/place-accounts.ts";
import { NetworkBalances, PlaceSums } from "./rules/place-sums.ts";
import { type BlockedPayment, railPlaces } from "./rules/statement-lines.ts";

/** So many differences are named; beyond that only their number is known. */
export const mostDifferences = 1000;

/** `count`: of all differences, also of those that are not named. The others say how much was compared. */
export type Result = {
  assets: readonly string[];
  differences: readonly Difference[];
  count: number;
  credits: number;
  sendings: number;
  addresses: number;
};

/**
 * Compares a rail's statement with the ledger and names each difference. The network is asked first; then both books are read
 * in one snapshot of the database, in which nothing is asked and nothing written. Throws `RailUnavailable` where the network
 * does not answer, or has replaced what the statement says meanwhile.
 */
export async function compare(db: Database, statement: RailStatement): Promise<Result> {
  // Before the snapshot, which must not wait for a network.
  const balances = new NetworkBalances();
  for await (const page of statement.balances()) balances.add(page);
  return db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await statement.confirm(tx);
    const rows = await tx.select({ id: asset.id }).from(asset);
    const assets = statement.assets.filter((id) => rows.some((row) => row.id === id));
    const sums = new PlaceSums(balances);
    const corrected = await correctedKeys(tx, statement.rail);
    const comparison = new BookComparison(tx, statement, { sums, assets, corrected });
    await comparison.fills();
    const credits = await comparison.credits();
    const sendings = await comparison.sendings();
    await comparison.blocks();
    await comparison.announced(rows.map(({ id }) => id));
    await comparison.entriesSince();
    const ledger = await ledgerBalances(tx, statement.rail, assets);
    comparison.add(sums.unexplained(assets, (place, of) => ledger.get(`${place}:${of}`) ?? 0n));
    const { differences, count } = comparison;
    return { assets, differences, count, credits, sendings, addresses: balances.addresses };
  });
}

/** `corrected`: what operators have made up for, by `differenceKey`. */
type Scope = { sums: PlaceSums; assets: readonly string[]; corrected: ReadonlySet<string> };

/** Goes through both books page by page, each credit and each movement once from either side. */
class BookComparison {
  readonly differences: Difference[] = [];
  count = 0;
  /** Transfers that a transaction of the statement was found for. */
  private readonly named: string[] = [];

  constructor(
    private readonly tx: Tx,
    private readonly statement: RailStatement,
    private readonly scope: Scope,
  ) {}

  add(differences: readonly Difference[]): void {
    this.count += differences.length;
    this.differences.push(...differences.slice(0, Math.max(0, mostDifferences - this.differences.length)));
  }

  /** Money at our own accounts is booked by its transaction, or by an operator without naming it. */
  async fills(): Promise<void> {
    const { tx, statement, scope } = this;
    for await (const page of statement.fills(tx)) {
      const booked = await bookedFills(tx, statement.rail, page);
      for (const fill of page) {
        const booking = booked.get(fill.id);
        if (booking) this.named.push(bookingOf(statement.rail, fill));
        if (booking) this.note(compareCredit(fill, booking));
        else if (fill.state === "included") scope.sums.addUnbooked(fill);
      }
    }
  }

  /** Money in an asset that the exchange does not have is nobody's yet. */
  async credits(): Promise<number> {
    const { tx, statement, scope } = this;
    let compared = 0;
    for await (const all of statement.credits(tx)) {
      const page = all.filter((credit) => credit.asset !== null && scope.assets.includes(credit.asset));
      const booked = await bookedAmong(
        tx,
        statement.rail,
        page.map(({ id }) => id),
      );
      for (const credit of page) this.note(compareCredit(credit, booked.get(credit.id)));
      compared += page.length;
    }
    for await (const page of bookedCredits(tx, statement.rail)) {
      const ids = page.map(({ railPaymentId }) => railPaymentId);
      const credits = new Set((await statement.creditsAmong(tx, ids)).map(({ id }) => id));
      const missing = page.filter(({ railPaymentId }) => !credits.has(railPaymentId));
      for (const booked of missing) {
        const isLater = statement.until !== null && booked.finalAt !== null && booked.finalAt >= statement.until;
        const { differences, effects } = compareCredit(undefined, booked);
        this.note({ differences: isLater ? [] : differences, effects });
      }
    }
    return compared;
  }

  async sendings(): Promise<number> {
    const { tx, statement } = this;
    let compared = 0;
    for await (const page of statement.sendings(tx)) {
      const ids = page.flatMap(({ movementId }) => movementId ?? []);
      const movements = await movementsAmong(tx, statement.rail, ids);
      const takings = await bookedTakings(tx, statement.rail, page);
      for (const sending of page) {
        const taking = sending.movementId === null ? takings.get(sending.txId) : undefined;
        // It is in the ledger's balance, so it explains nothing there.
        if (taking && isAllOf(taking, sending)) {
          this.named.push(...taking.ids);
          continue;
        }
        const movement = sending.movementId === null ? undefined : movements.get(sending.movementId);
        this.note(compareSending(sending, movement, statement.readAt));
      }
      compared += page.length;
    }
    for await (const page of endedMovements(tx, statement.rail)) {
      const ids = page.map(({ id }) => id);
      const sent = new Set((await statement.sendingsAmong(tx, ids)).map(({ movementId }) => movementId));
      for (const movement of page)
        if (!sent.has(movement.id)) this.note(compareSending(undefined, movement, statement.readAt));
    }
    return compared;
  }

  /** Disputes are of an order, and what a rail blocks is of a payment. */
  async blocks(): Promise<void> {
    const { tx, statement, scope } = this;
    if (!statement.blocks || statement.until === null) return;
    const blocks = (await statement.blocks(tx)).filter(({ asset: of }) => scope.assets.includes(of));
    const ids = blocks.map(({ paymentId }) => paymentId);
    const orders = await ordersOfPayments(tx, statement.rail, ids);
    const byOrder = new Map<string, BlockedPayment[]>();
    for (const block of blocks) {
      const ref = orders.get(block.paymentId) ?? block.paymentId;
      byOrder.set(ref, [...(byOrder.get(ref) ?? []), block]);
    }
    for (const booked of await bookedBlocks(tx, statement.rail, scope.assets, statement.until)) {
      this.note(compareBlocks(byOrder.get(booked.orderRef) ?? [], booked, booked.orderRef));
      byOrder.delete(booked.orderRef);
    }
    for (const [ref, ofOrder] of byOrder) this.note(compareBlocks(ofOrder, undefined, ref));
  }

  /** Announced money that is not expected. It is not in the balances yet, so it explains none of their differences. */
  async announced(assets: readonly string[]): Promise<void> {
    const announced = (await this.statement.announced?.(this.tx)) ?? [];
    for (const { id: subject, asset: of, amount } of announced) {
      if (!assets.includes(of)) continue;
      const what = amount > 0n ? "credit_not_booked" : "rail_without_sent";
      const rail = { asset: of, amount: amount > 0n ? amount : -amount };
      this.note({ differences: [{ what, subject, rail, ledger: null }], effects: [] });
    }
  }

  /** What operators have booked after a statement's end without its transaction is not in its balances. */
  async entriesSince(): Promise<void> {
    const { tx, statement, scope, named } = this;
    const { rail, until } = statement;
    if (until !== null) scope.sums.explain(await entriesSince(tx, rail, { assets: scope.assets, until, named }));
  }

  private note({ differences, effects }: CreditComparison): void {
    // A booking that makes up for it is in the ledger's balance, so it explains nothing there.
    const isCorrected =
      differences.length > 0 && differences.every((difference) => this.scope.corrected.has(differenceKey(difference)));
    if (isCorrected) return;
    this.add(differences);
    this.scope.sums.explain(effects);
  }
}

/** What the ledger has at each place, by place and asset. */
async function ledgerBalances(tx: Tx, rail: string, assets: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const keys = new Map<string, string>();
  for (const place of railPlaces)
    for (const of of assets) for (const id of accountsAt(place, rail, of)) keys.set(id, `${place}:${of}`);
  if (keys.size === 0) return new Map();
  const rows = await tx
    .select({ id: account.id, debits: account.debitsPosted, credits: account.creditsPosted })
    .from(account)
    .where(inArray(account.id, [...keys.keys()]));
  const sums = new Map<string, bigint>();
  for (const { id, debits, credits } of rows) {
    const key = keys.get(id) ?? "";
    sums.set(key, (sums.get(key) ?? 0n) + debits - credits);
  }
  return sums;
}
