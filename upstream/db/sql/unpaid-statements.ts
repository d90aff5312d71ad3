import type { UnpaidParty } from "../../orders/rules/unpaid-limits.ts";
import { unpaidDay, unpaidHold } from "../schema/unpaid.ts";
import { insertSql, runSql, type SqlTarget } from "./raw-sql.ts";
import type { Writes } from "./writes.ts";

/** One party of an order, as `unpaid_hold` and `unpaid_day` name it. */
export type PartyKey = { party: UnpaidParty; key: string; dayKey: string };
export type PartyRow = { held: bigint; orders: number; until: Date | null; today: bigint };

const columnOf: Readonly<Record<UnpaidParty, string>> = { network: "network", email: "email", member: "member_id" };
const holdsWhere = (condition: string) => `unpaid_hold where ${condition} and not is_covered and order_ref <> $2`;
const millisecondsOf = (time: string) => `(extract(epoch from ${time}) * 1000)::bigint::text`;

/**
 * One row per party, each read by its own index; `all` for every unpaid hold of the asset. A party has few holds, since their
 * number is limited.
 */
const parties = (keys: readonly PartyKey[]) => {
  const ofParty = ({ party }: PartyKey, at: number) =>
    `select '${party}' as name, count(*)::int as orders, coalesce(sum(amount) filter (where asset = $1), 0)::text as held,
        ${millisecondsOf("min(until)")} as until,
        coalesce((select amount from unpaid_day where day = $3 and asset = $1 and party = $${at * 2 + 6}), 0)::text as today
      from ${holdsWhere(`${columnOf[party]} = $${at * 2 + 5}`)}`;
  const ofAll = `select 'all' as name, 0 as orders, coalesce(sum(amount), 0)::text as held, ${millisecondsOf("min(until)")} as until, '0' as today
      from ${holdsWhere("asset = $1")}`;
  return `select p.*, (a.credits_posted - a.debits_posted)::text as own, a.debits_pending::text as promised
    from (${[ofAll, ...keys.map(ofParty)].join(" union all ")}) p left join account a on a.id = $4`;
};

/** What the parties of an order and everybody hold unpaid without it, and the reserve in the ledger. */
export async function selectUnpaidUsage(
  target: SqlTarget,
  order: { ref: string; asset: string; day: string; reserveAccount: string },
  keys: readonly PartyKey[],
): Promise<{ reserveBalance: bigint; promised: bigint; byParty: ReadonlyMap<string, PartyRow> }> {
  const named = keys.flatMap(({ key, dayKey }) => [key, dayKey]);
  const rows = await runSql(target, parties(keys), [order.asset, order.ref, order.day, order.reserveAccount, ...named]);
  const byParty = rows.map(({ name, held, orders, until, today }) => {
    const row = { held: minorOf(held), orders: Number(orders), until: timeOf(until), today: minorOf(today) };
    return [String(name), row] as const;
  });
  const [{ own: reserveBalance, promised } = {}] = rows;
  return { reserveBalance: minorOf(reserveBalance), promised: minorOf(promised), byParty: new Map(byParty) };
}

const minorOf = (value: unknown) => BigInt(String(value ?? 0));
const timeOf = (value: unknown) => (value === null || value === undefined ? null : new Date(Number(value)));

const holds = insertSql(unpaidHold, [
  ...(["orderRef", "asset", "amount", "network", "email", "memberId"] as const),
  ...(["isCovered", "since", "until"] as const),
]);
const days = insertSql(unpaidDay, ["day", "party", "asset", "amount"]);
const addedToDays = "on conflict (day, party, asset) do update set amount = unpaid_day.amount + excluded.amount";

/** Records a hold, and adds its amount to the day of each party. */
export function holdInsert(hold: typeof unpaidHold.$inferInsert, day: string, keys: readonly PartyKey[]): Writes {
  const { asset, amount } = hold;
  const rows = keys.map(({ dayKey }) => ({ day, party: dayKey, asset, amount }));
  const added = { text: `${days.text(rows.length)} ${addedToDays}`, values: rows.flatMap(days.values) };
  return { parts: [{ text: holds.text(1), values: holds.values(hold) }, added] };
}

/** Whether a payment covers the hold. */
export const holdCovered = (orderRef: string, isCovered: boolean): Writes => ({
  parts: [{ text: "update unpaid_hold set is_covered = $2 where order_ref = $1", values: [orderRef, isCovered] }],
});

/** Forgets a hold that has ended. */
export const unpaidHoldEnded = (orderRef: string): Writes => ({
  parts: [{ text: "delete from unpaid_hold where order_ref = $1", values: [orderRef] }],
});

/** Takes an amount from the day of these parties. Rows are locked in one order, so that two orders cannot deadlock. */
export const takenFromDay = (day: string, asset: string, parties: readonly string[], amount: bigint): Writes => ({
  parts: [
    {
      text: `with locked as (
          select party from unpaid_day where day = $1 and asset = $2 and party = any($3::text[]) order by party for update
        )
        update unpaid_day set amount = greatest(unpaid_day.amount - $4::numeric, 0) from locked
          where unpaid_day.day = $1 and unpaid_day.asset = $2 and unpaid_day.party = locked.party`,
      values: [day, asset, parties, amount.toString()],
    },
  ],
});
