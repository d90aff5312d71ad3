import { and, count, desc, eq, gt, inArray, lte, max } from "drizzle-orm";
import { withdrawalStatuses } from "../../contract/balance/withdrawal-lists.ts";
import type { Withdrawal } from "../../contract/balance/withdrawals.ts";
import { explorerLink } from "../../contract/market/explorer-link.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { PayoutWait } from "../../contract/values/payout-waits.ts";
import type { EmailCode } from "../accounts/sign-in/email-codes.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { movementsOf, waitsFor } from "../payouts/owner-waits.ts";
import type { Context } from "../ports/context.ts";
import { withdrawalActions } from "./rules/decide-withdrawal.ts";
import { activeCode } from "./withdrawal-code.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

type Services = Pick<Context, "db" | "market">;
const resendMs = 60_000;

/** A withdrawal as the contract has it. */
export async function showWithdrawal(ctx: Services, row: WithdrawalRow, now: Date): Promise<Withdrawal> {
  const [view] = await showAll(ctx, [row], now);
  if (!view) throw new Error(`The withdrawal ${row.id} was not shown`);
  return view;
}

type ListQuery = { status?: string[] | undefined; asset?: string[] | undefined; limit: number; offset: number };

/**
 * A page of a member's withdrawals, newest first, and how many there are. Without a filter both are read by their number,
 * so that a page costs the same however many there are.
 */
export async function withdrawalsOf(
  ctx: Services,
  memberId: string,
  query: ListQuery,
  now: Date,
): Promise<{ withdrawals: Withdrawal[]; total: number }> {
  const isFiltered = query.status !== undefined || query.asset !== undefined;
  const { rows, total } = await (isFiltered ? filteredPage(ctx, memberId, query) : numberedPage(ctx, memberId, query));
  return { withdrawals: await showAll(ctx, rows, now), total };
}

type Page = { rows: WithdrawalRow[]; total: number };

async function numberedPage({ db }: Services, memberId: string, { limit, offset }: ListQuery): Promise<Page> {
  const ofMember = eq(withdrawal.memberId, memberId);
  const [last] = await db.orm
    .select({ number: max(withdrawal.number) })
    .from(withdrawal)
    .where(ofMember);
  const total = last?.number ?? 0;
  const newest = total - offset;
  const rows = await db.orm
    .select()
    .from(withdrawal)
    .where(and(ofMember, lte(withdrawal.number, newest), gt(withdrawal.number, newest - limit)))
    .orderBy(desc(withdrawal.number));
  return { rows, total };
}

async function filteredPage({ db }: Services, memberId: string, query: ListQuery): Promise<Page> {
  const { status, asset, limit, offset } = query;
  const wanted = withdrawalStatuses.filter((candidate) => status?.includes(candidate));
  const isListed = and(
    eq(withdrawal.memberId, memberId),
    status === undefined ? undefined : inArray(withdrawal.status, wanted),
    asset === undefined ? undefined : inArray(withdrawal.asset, asset),
  );
  const rows = await db.orm
    .select()
    .from(withdrawal)
    .where(isListed)
    .orderBy(desc(withdrawal.number))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.orm.select({ total: count() }).from(withdrawal).where(isListed);
  return { rows, total: counted?.total ?? 0 };
}

async function showAll(ctx: Services, rows: WithdrawalRow[], now: Date): Promise<Withdrawal[]> {
  const { assets } = await ctx.market.terms();
  const movements = await movementsOf(ctx.db.orm, rows, now);
  return Promise.all(
    rows.map(async (row) => {
      const of = assets.find(({ id }) => id === row.asset);
      const movement = movements.get(row.id);
      const id = movement?.tx ?? null;
      const tx = id === null ? null : { id, url: explorerLink(of?.explorerTx, id) };
      const isWaiting = row.status === "confirm_pending" && row.confirmWith === "email";
      const code = isWaiting ? await activeCode(ctx.db.orm, row, now) : undefined;
      return view(row, of?.decimals ?? 0, {
        tx,
        code,
        waits: waitsFor(row, movement ?? null),
        checkBy: movement?.checkBy ?? null,
      });
    }),
  );
}

function view(
  row: WithdrawalRow,
  decimals: number,
  {
    tx,
    code,
    waits,
    checkBy,
  }: { tx: Withdrawal["tx"]; code: EmailCode | undefined; waits: PayoutWait | null; checkBy: Date | null },
): Withdrawal {
  const { id, source, asset, account, memo, status, reason, amount, fee, confirmWith } = row;
  const textOf = (minor: bigint) => formatDecimal(minor, decimals);
  return {
    ...{
      id,
      source,
      asset,
      amount: textOf(amount),
      fee: textOf(fee),
      net: textOf(amount - fee),
      account,
      memo,
      status,
    },
    confirm_with: confirmWith,
    confirm_by: status === "confirm_pending" ? row.confirmBy.toISOString() : null,
    challenge: code ? challengeOf(code) : null,
    available_at: isAhead(row) ? row.usableAt.toISOString() : null,
    waits_for: waits,
    check_by: checkBy?.toISOString() ?? null,
    tx,
    reason,
    actions: actionsOf(row),
    timeline: timelineOf(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A new address has to wait: known when the withdrawal is requested. */
const isAhead = ({ status, usableAt, createdAt }: WithdrawalRow) =>
  status === "cooling_off" || (status === "confirm_pending" && usableAt > createdAt);

const challengeOf = ({ createdAt, expiresAt, digits }: EmailCode) => ({
  expires_at: expiresAt.toISOString(),
  resend_at: new Date(createdAt.getTime() + resendMs).toISOString(),
  code_length: digits,
});

function actionsOf({ status, confirmWith }: WithdrawalRow): Withdrawal["actions"] {
  const names = withdrawalActions(status).map((name) => ({ name, path: name }));
  const isCoded = status === "confirm_pending" && confirmWith === "email";
  const all = isCoded ? [...names, { name: "send_code", path: "code" }] : names;
  return all.map(({ name, path }) => ({ name, method: "POST", href: `member/withdrawals/${path}` }));
}

/** What has happened, from the times of the row; the last entry is its status now. */
function timelineOf(row: WithdrawalRow): Withdrawal["timeline"] {
  const { status, createdAt, confirmedAt, approvedAt, endedAt, updatedAt } = row;
  const steps: [string, Date | null][] = [
    ["requested", createdAt],
    ["cooling_off", approvedAt !== null && confirmedAt?.getTime() === approvedAt.getTime() ? null : confirmedAt],
    ["approved", approvedAt],
    [status, endedAt ?? (status === "processing" ? updatedAt : null)],
  ];
  const passed = steps.flatMap(([name, at]) => (at === null ? [] : [{ status: name, at: at.toISOString() }]));
  return passed.at(-1)?.status === status ? passed : [...passed, { status, at: updatedAt.toISOString() }];
}
