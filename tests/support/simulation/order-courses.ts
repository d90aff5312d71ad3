import { z } from "zod/v4";
import type { PayinMethod } from "../../../contract/order/order-states.ts";
import { payinMethods } from "../../../contract/order/order-states.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { Course } from "./attribution-model.ts";

/** What became of a placed order, from its history and its transfers. */
export type OrderCourse = Omit<Course, "flaggedAt"> & {
  ref: string;
  payinMethod: PayinMethod | null;
  turnoverCents: bigint;
  /** When it stopped counting after it had been completed. */
  endedAt: Date | null;
  /** What we had earned by the transfers when it was completed, minor units of the payout asset, and how far it may be off. */
  profit: bigint;
  rounding: bigint;
  /** False where something else happened to the order at the moment of its completion. */
  isProfitKnown: boolean;
  hasOtherCosts: boolean;
};

const minor = z.string().transform((text) => BigInt(text));
const time = z.coerce.date();
const orderRow = z.object({
  ref: z.string(),
  createdAt: time,
  completedAt: time.nullable(),
  payinMethod: z.enum(payinMethods).nullable(),
  received: minor,
  fromAmount: minor,
  toAsset: z.string(),
  turnoverCents: minor.nullable(),
});
const eventRow = z.object({
  ref: z.string(),
  event: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  at: time,
});
const earningRow = z.object({ ref: z.string(), asset: z.string(), own: minor, parts: z.coerce.bigint() });

const orders = `select ref, created_at as "createdAt", completed_at as "completedAt", payin_method as "payinMethod",
    received::text, from_amount::text as "fromAmount", to_asset as "toAsset", turnover_cents::text as "turnoverCents"
  from exchange_order where status <> 'draft' order by ref`;
const events = `select order_ref as ref, event, from_status as "from", to_status as "to", at
  from order_event order by order_ref, version, at`;
/** What each order had moved of our own money by its completion, with the pay-in asset valued at the quote's rate. */
const earnings = `
  with moved as (
    select t.order_ref, t.asset, t.amount * (case when t.credit_account ~ '^(reserve|shortfall):' then 1 else -1 end) as own
      from transfer t join exchange_order o on o.ref = t.order_ref
      where t.kind in ('posted', 'post') and t.code <> 'affiliate' and t.at <= o.completed_at
        and (t.credit_account ~ '^(reserve|shortfall):') <> (t.debit_account ~ '^(reserve|shortfall):'))
  select m.order_ref as ref, case when m.asset = o.from_asset then o.to_asset else m.asset end as asset, count(*)::text as parts,
      sum(case when m.asset = o.from_asset
        then trunc(m.own * o.reference_rate::numeric * ('1e' || (b.decimals - a.decimals))::numeric) else m.own end)::text as own
    from moved m join exchange_order o on o.ref = m.order_ref
    join asset a on a.id = o.from_asset join asset b on b.id = o.to_asset group by 1, 2`;

/** Statuses in which an order gives no reward any more. */
const ended = new Set(["cancelled", "expired", "failed", "refunded", "charged_back"]);

/** The courses of all placed orders, by their numbers. */
export async function readCourses(db: Database): Promise<Map<string, OrderCourse>> {
  const read = async <Row>(row: z.ZodType<Row>, text: string) => row.array().parse((await db.query(text)).rows);
  const rows = await read(orderRow, orders);
  const history = byRef(await read(eventRow, events));
  const earned = byRef(await read(earningRow, earnings));
  return new Map(
    rows.map((row): [string, OrderCourse] => {
      const earnings = earned.get(row.ref) ?? [];
      const inPayout = earnings.find(({ asset }) => asset === row.toAsset);
      const steps = history.get(row.ref) ?? [];
      const course = {
        ref: row.ref,
        placedAt: steps.find(({ from, to }) => from === "draft" && !ended.has(to))?.at ?? null,
        completedAt: row.completedAt,
        payinMethod: row.payinMethod,
        turnoverCents: row.turnoverCents ?? 0n,
        endedAt: endOf(row, steps),
        profit: inPayout?.own ?? 0n,
        isProfitKnown: !isFollowedAtOnce(steps),
        rounding: inPayout?.parts ?? 0n,
        hasOtherCosts: earnings.some(({ asset, own: minorUnits }) => asset !== row.toAsset && minorUnits < 0n),
      };
      return [row.ref, course];
    }),
  );
}

export function byRef<Row extends { ref: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const rowsByRef = new Map<string, Row[]>();
  for (const row of rows) rowsByRef.set(row.ref, [...(rowsByRef.get(row.ref) ?? []), row]);
  return rowsByRef;
}

function isFollowedAtOnce(steps: readonly z.infer<typeof eventRow>[]): boolean {
  const at = steps.findIndex(({ to }) => to === "completed");
  return at >= 0 && steps[at]?.at.getTime() === steps[at + 1]?.at.getTime();
}

/** It ended in another way after it was completed, or its payment was reversed so that too little is left. */
function endOf(row: z.infer<typeof orderRow>, steps: readonly z.infer<typeof eventRow>[]): Date | null {
  const at = steps.findIndex(({ to }) => to === "completed");
  if (at < 0 || row.completedAt === null) return null;
  const isTooLittle = row.received < row.fromAmount;
  const end = steps
    .slice(at + 1)
    .find(({ event, from, to }) => (from !== to && ended.has(to)) || (isTooLittle && event === "payment_reversed"));
  return end?.at ?? null;
}
