import { and, asc, desc, eq, gte, inArray, isNotNull, lt, type SQL } from "drizzle-orm";
import type { frozenMoneyStates } from "../../../contract/member/freeze.ts";
import type { FreezeRow } from "../../accounts/security/freeze-in-force.ts";
import type { Orm } from "../../db/database.ts";
import { order, outgoing, savedAddress, withdrawal } from "../../db/schema/index.ts";

type Reader = Pick<Orm, "select">;
type Money = {
  kind: "withdrawal" | "order";
  id: string;
  asset: string;
  /** What leaves the wallet, fees included; minor units. */
  amount: bigint;
  toAsset: string;
  account: string;
  label: string | null;
};
export type FrozenMoney = Money & { state: (typeof frozenMoneyStates)[number]; wouldLeaveAt: Date | null };
export type SentMoney = Money & { sentAt: Date; txId: string | null };

/** What a freeze has met before it was sent, the oldest first (those of one moment by id), and what has become of each. */
export async function frozenMoney(reader: Reader, { memberId, startedAt, stopped }: FreezeRow): Promise<FrozenMoney[]> {
  const ids = [...stopped.withdrawals, ...stopped.held];
  const labels = await labelsOf(reader, { memberId, stopped });
  const rows = await reader
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.memberId, memberId), inArray(withdrawal.id, ids)))
    .orderBy(asc(withdrawal.createdAt), asc(withdrawal.id));
  const withdrawals = rows.map((row) => ({
    ...{ kind: "withdrawal" as const, id: row.id, asset: row.asset, amount: row.amount, toAsset: row.asset },
    ...{ account: row.account, label: labels(row.asset, row.account) },
    state: row.status === "completed" ? ("leaving" as const) : stateOf(row.status),
    wouldLeaveAt: row.usableAt > startedAt ? row.usableAt : null,
    at: row.createdAt,
  }));
  const orders = await reader
    .select()
    .from(order)
    .where(and(eq(order.ownerId, memberId), inArray(order.ref, stopped.orders)));
  const stoppedOrders = orders.map((row) => ({
    ...{ kind: "order" as const, id: row.ref, asset: row.fromAsset, amount: row.fromAmount, toAsset: row.toAsset },
    ...{ account: row.payoutAccount ?? "", label: labels(row.toAsset, row.payoutAccount ?? "") },
    ...{ state: stateOfOrder(row.status), wouldLeaveAt: usableLater(row, startedAt), at: row.createdAt },
  }));
  const all = [...withdrawals, ...stoppedOrders].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  return all.map(({ at: _, ...money }) => money);
}

const usableLater = ({ payoutUsableAt }: typeof order.$inferSelect, now: Date) =>
  payoutUsableAt !== null && payoutUsableAt > now ? payoutUsableAt : null;

function stateOf(status: string): FrozenMoney["state"] {
  return status === "processing" ? "held" : "returned";
}

function stateOfOrder(status: string): FrozenMoney["state"] {
  switch (status) {
    case "refunded":
      return "returned";
    case "refund_pending":
    case "refunding":
      return "returning";
    case "sending":
    case "completed":
      return "leaving";
    default:
      return "held";
  }
}

/** What had left the wallets since a moment, the newest first, and the last before it. */
export async function sentMoney(
  reader: Reader,
  { memberId, startedAt, stopped }: FreezeRow,
  since: Date,
): Promise<{ recent: SentMoney[]; before: SentMoney | null }> {
  const labels = await labelsOf(reader, { memberId, stopped });
  const read = async (from: SQL, orderFrom: SQL, limit: number) => {
    const [withdrawals, orders] = [
      await sentWithdrawals(reader, memberId, from, limit),
      await sentOrders(reader, memberId, orderFrom, limit),
    ];
    const all = [...withdrawals, ...orders].map((movement) => ({
      ...movement,
      label: labels(movement.toAsset, movement.account),
    }));
    return all.sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime());
  };
  const recent = await read(gte(withdrawal.endedAt, since), gte(order.completedAt, since), mostShown);
  const [before = null] = await read(lt(withdrawal.endedAt, since), lt(order.completedAt, since), 1);
  const isStopped = new Set([...stopped.held, ...stopped.orders]);
  return { recent: recent.filter(({ id, sentAt }) => sentAt <= startedAt || isStopped.has(id)), before };
}

/** Nobody compares more than this by eye; the history has all of them. */
const mostShown = 50;

async function sentWithdrawals(reader: Reader, memberId: string, when: SQL, limit: number) {
  const rows = await reader
    .select({ row: withdrawal, txId: outgoing.railTxId })
    .from(withdrawal)
    .leftJoin(outgoing, and(eq(outgoing.withdrawalId, withdrawal.id), eq(outgoing.status, "sent")))
    .where(and(eq(withdrawal.memberId, memberId), eq(withdrawal.status, "completed"), when))
    .orderBy(desc(withdrawal.endedAt))
    .limit(limit);
  return rows.map(({ row, txId }) => ({
    ...{ kind: "withdrawal" as const, id: row.id, asset: row.asset, amount: row.amount, toAsset: row.asset },
    ...{ account: row.account, sentAt: row.endedAt ?? row.updatedAt, txId },
  }));
}

async function sentOrders(reader: Reader, memberId: string, when: SQL, limit: number) {
  const paidOut = and(eq(order.payinMethod, "balance"), eq(order.payoutToWallet, false), isNotNull(order.completedAt));
  const rows = await reader
    .select({ row: order, txId: outgoing.railTxId })
    .from(order)
    .leftJoin(outgoing, and(eq(outgoing.orderRef, order.ref), eq(outgoing.kind, "payout"), eq(outgoing.status, "sent")))
    .where(and(eq(order.ownerId, memberId), paidOut, when))
    .orderBy(desc(order.completedAt))
    .limit(limit);
  return rows.map(({ row, txId }) => ({
    ...{ kind: "order" as const, id: row.ref, asset: row.fromAsset, amount: row.fromAmount, toAsset: row.toAsset },
    ...{ account: row.payoutAccount ?? "", sentAt: row.completedAt ?? row.updatedAt, txId },
  }));
}

/** By asset and account: the names that the member gave, those of the addresses that the freeze has removed too. */
async function labelsOf(reader: Reader, { memberId, stopped }: Pick<FreezeRow, "memberId" | "stopped">) {
  const saved = await reader.select().from(savedAddress).where(eq(savedAddress.memberId, memberId));
  const labels = new Map(
    [...stopped.addresses, ...saved].map(({ asset, account, label }) => [`${asset} ${account}`, label]),
  );
  return (asset: string, account: string) => labels.get(`${asset} ${account}`) ?? null;
}
