import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { PendingTransaction } from "../../contract/balance/transactions.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { deposit } from "../db/schema/wallets.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { movementsOf, waitsFor } from "../payouts/owner-waits.ts";
import type { Context } from "../ports/context.ts";
import { decisionsDue } from "../screening/decisions-due.ts";
import { depositConfirmations } from "./deposit-confirmations.ts";
import type { EntryFilter } from "./entries.ts";
import { decimals } from "./read-transactions.ts";

/** At most this many of each kind: a member with more has them on the pages of the wallet and of withdrawals. */
const mostRows = 20;

/**
 * What the filter finds that is not booked yet, newest first: deposits on their way, below the minimum or in a check, and
 * withdrawals whose money is held.
 */
export async function pendingTransactions(
  ctx: Pick<Context, "clock" | "db" | "market" | "rails">,
  filter: EntryFilter,
): Promise<PendingTransaction[]> {
  const isWanted = (type: "deposit" | "withdrawal") => filter.types === null || filter.types.includes(type);
  const scaleOf = await decimals(ctx);
  const [deposits, withdrawals] = await Promise.all([
    isWanted("deposit") ? pendingDeposits(ctx, filter) : [],
    isWanted("withdrawal") ? openWithdrawals(ctx, filter) : [],
  ]);
  const confirmations = await depositConfirmations(ctx.rails, deposits);
  const now = ctx.clock.now();
  const checked = deposits.flatMap(({ id, status }) => (status === "checking" ? [id] : []));
  const due = await decisionsDue(ctx.db.orm, "deposit", checked, now);
  const movements = await movementsOf(ctx.db.orm, withdrawals, now);
  const incoming = deposits.map(
    (row): PendingTransaction => ({
      ...{ id: row.id, at: row.seenAt.toISOString(), type: "deposit", asset: row.walletAsset, direction: "credit" },
      ...{
        amount: formatDecimal(row.amount, scaleOf(row.asset)),
        status: row.status,
        account: null,
        available_at: null,
      },
      ...{ confirmations: confirmations(row), required: row.required },
      ...{ waits_for: null, check_by: due.get(row.id)?.toISOString() ?? null },
    }),
  );
  const outgoing = withdrawals.map((row): PendingTransaction => {
    const movement = movements.get(row.id) ?? null;
    const waits = row.status === "confirm_pending" || row.status === "cooling_off";
    return {
      ...{ id: row.id, at: row.createdAt.toISOString(), type: "withdrawal", asset: row.asset, direction: "debit" },
      ...{ amount: formatDecimal(row.amount, scaleOf(row.asset)), status: row.status, account: row.account },
      available_at: waits && row.usableAt > row.createdAt ? row.usableAt.toISOString() : null,
      ...{ confirmations: null, required: null },
      ...{ waits_for: waitsFor(row, movement), check_by: movement?.checkBy?.toISOString() ?? null },
    };
  });
  return [...incoming, ...outgoing].sort((a, b) => (a.at < b.at ? 1 : -1));
}

function pendingDeposits({ db }: Pick<Context, "db">, filter: EntryFilter) {
  const { memberId } = filter;
  // Of another asset than the wallet's nothing is on its way into it.
  const isOwn = and(eq(deposit.memberId, memberId), eq(deposit.asset, deposit.walletAsset));
  // Without parameters, so that the planner knows that the index of open deposits has them all.
  const isOpen = sql`${deposit.status} in ('pending', 'collecting', 'checking')`;
  return db.orm
    .select()
    .from(deposit)
    .where(and(isOwn, isOpen, ...limits(filter, deposit.walletAsset, deposit.seenAt)))
    .orderBy(desc(deposit.seenAt), desc(deposit.id))
    .limit(mostRows);
}

function openWithdrawals({ db }: Pick<Context, "db">, filter: EntryFilter) {
  return db.orm
    .select()
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.memberId, filter.memberId),
        isNull(withdrawal.endedAt),
        ...limits(filter, withdrawal.asset, withdrawal.createdAt),
      ),
    )
    .orderBy(desc(withdrawal.createdAt), desc(withdrawal.id))
    .limit(mostRows);
}

function limits({ assets, from, to }: EntryFilter, asset: AnyPgColumn, at: AnyPgColumn): (SQL | undefined)[] {
  return [
    assets ? inArray(asset, [...assets]) : undefined,
    from ? gte(at, from) : undefined,
    to ? lt(at, to) : undefined,
  ];
}
