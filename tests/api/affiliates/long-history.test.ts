import { beforeAll, expect, test } from "vitest";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { type Partner, summaryOf, withRewards } from "../../support/affiliates/partners.ts";
import type { Wire } from "../../support/service/api-client.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by } from "../../support/service/members.ts";
import { rowsReadBy, vacuumAndAnalyze } from "../../support/service/rows-read.ts";

const orders = 3_000;
const links = 8;
/** Rows of tables and entries of indexes that one call may read, whatever the partner has brought. */
const fewRows = 1_000;
/** Fills the sums from the days, which were copied past the trigger. */
const sumsOfDays = `insert into partner_sum
  select d.partner_id, d.asset, g.grouped_by, s.span, s.start, g.key, sum(d.visits), sum(d.orders), sum(d.counted),
      sum(d.turnover_cents), sum(d.waiting), sum(d.ready), sum(d.lost)
    from partner_day d,
      lateral (values ('all', ''), ('link', d.code), ('pair', d.pair_id)) g (grouped_by, key),
      lateral (values ('day', d.day), ('month', left(d.day, 7))) s (span, start)
    where g.grouped_by <> 'pair' or g.key <> ''
    group by 1, 2, 3, 4, 5, 6`;
let service: Exchange;
let anna: Partner;

/** A partner whose links have brought so many orders with a reward each, through the last year. */
beforeAll(async () => {
  service = await exchange({ db: await freshDatabase() });
  anna = await withRewards(service, "anna@example.com");
  const { db } = service.ctx;
  const at = `timestamptz '${service.ctx.clock.now().toISOString()}' - (n % 365 || ' days')::interval`;
  const [link, ref] = [`'LINK' || n % ${links}`, "'C' || lpad(n::text, 9, '0')"];
  const copies: [table: string, changes: string][] = [
    ["exchange_order", `'ref', ${ref}, 'payin_address', 'T' || n`],
    ["referral", `'id', 'rf_' || n, 'order_ref', ${ref}, 'code', ${link}, 'placed_at', ${at}`],
    ["reward", `'id', 'rw_' || n, 'order_ref', ${ref}, 'code', ${link}, 'completed_at', ${at}`],
    ["partner_link", `'code', ${link}, 'is_main', false`],
  ];
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("set local session_replication_role = replica");
    for (const [table, changes] of copies)
      await query(`insert into ${table}
        select (jsonb_populate_record(null::${table}, o.row || jsonb_build_object(${changes}))).*
          from (select to_jsonb(one) as row from ${table} one limit 1) o, generate_series(1, ${orders}) n
          on conflict do nothing`);
    await query(`insert into partner_day
      select w.partner_id, to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD'), ${link}, 'pair' || n % ${links} / 2, w.asset,
          3, 2, 1, 7, 0, 1000000 + n, 0
        from (select * from reward where level = 1 limit 1) w, generate_series(1, ${orders}) n on conflict do nothing`);
    await query("delete from partner_sum");
    await query(sumsOfDays);
    // So many others that the database reads by the index.
    await query(`insert into partner_sum
      select 'other ' || n, asset, grouped_by, span, start, key, visits, orders, counted, turnover_cents, waiting, ready, lost
        from partner_sum, generate_series(1, 9) n`);
  });
  await vacuumAndAnalyze();
});

const year = { from: "2025-11-24", to: "2026-11-23" };
const calls: [string, EndpointName, Wire][] = [
  ["the figures of a year", "affiliateSummary", { query: { days: 365 } }],
  ["a year by day", "affiliateEarnings", { query: { by: "day", ...year } }],
  ["a year by month", "affiliateEarnings", { query: { by: "month", ...year } }],
  ["a year by link", "affiliateEarnings", { query: { by: "link", ...year } }],
  ["a year by pair", "affiliateEarnings", { query: { by: "pair", ...year } }],
  ["ninety days by link", "affiliateEarnings", { query: { by: "link", from: "2026-08-26", to: "2026-11-23" } }],
  ["the newest orders", "affiliateReferrals", { query: { per_page: 20 } }],
  ["older orders", "affiliateReferrals", { query: { per_page: 20, cursor: "rf_1500" } }],
  ["orders of a link", "affiliateReferrals", { query: { per_page: 20, code: "LINK3" } }],
  ["the links", "affiliateLinks", {}],
];

test.each(calls)("%s of a partner with 3,000 orders read few rows", async (_, name, sent) => {
  const read = await rowsReadBy(service.ctx.db, async () => {
    expect((await service.ask(name, { ...sent, ...by(anna.member.token) })).status).toBe(200);
  });
  expect(read.filter(([, count]) => count > fewRows)).toEqual([]);
});

test.each([
  ["of a year", year.from, year.to],
  ["of whole months", "2026-01-01", "2026-02-28"],
  ["from the middle of a month to that of another", "2026-02-14", "2026-06-15"],
  ["within a month", "2026-05-03", "2026-05-30"],
  ["over the end of a month", "2026-05-20", "2026-06-10"],
  ["of a day", "2026-03-31", "2026-03-31"],
])("sums %s are those of its days", async (_, from, to) => {
  const { rows } = await service.ctx.db.query(
    `select sum(orders)::int as orders, sum(ready) / 1e6 as ready, count(distinct left(day, 7))::int as months
      from partner_day where day between $1 and $2`,
    [from, to],
  );
  for (const group of ["day", "month", "link", "pair"] as const) {
    const { data, meta } = (
      await service.call("affiliateEarnings", { query: { by: group, from, to }, ...by(anna.member.token) })
    ).reply();
    expect({ orders: meta.total.orders, ready: Number(meta.total.ready) }, group).toEqual({
      orders: rows[0]?.orders,
      ready: Number(rows[0]?.ready),
    });
    if (group === "month") expect(data).toHaveLength(Number(rows[0]?.months));
  }
});

test("the tier's turnover is that of twelve months, and the audit names a sum that is not that of its days", async () => {
  const { rows } = await service.ctx.db.query("select sum(turnover_cents) / 100 as usd from partner_day");
  expect(Number((await summaryOf(service, anna)).turnover_usd)).toBe(Number(rows[0]?.usd));
  const wrong = async () =>
    (await verify(service.ctx.db)).filter(({ check }) => check === "partners_sums_are_their_days");
  await service.ctx.db.query("delete from partner_sum where partner_id like 'other %'");
  expect(await wrong()).toEqual([]);
  await service.ctx.db.query("update partner_sum set ready = ready + 1 where span = 'month' and grouped_by = 'all'");
  expect(await wrong()).toHaveLength(13);
});
