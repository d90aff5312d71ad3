import { beforeAll, expect, test } from "vitest";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Wire } from "../../support/service/api-client.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, type Member } from "../../support/service/members.ts";
import { rowsReadBy, vacuumAndAnalyze } from "../../support/service/rows-read.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";
import { requested } from "../../support/withdrawals/withdrawals.ts";

const usdt = "usdt-trc20";
const rows = 10_000;
/** Rows of tables and entries of indexes that one call may read, whatever the member has. */
const fewRows = 1_000;
let service: Exchange;
let anna: Member;

/** A member with so many deposits, transactions and withdrawals, one an hour, the last of them now. */
beforeAll(async () => {
  service = await exchange({ db: await freshDatabase() });
  const { member, address } = await walletOf(service);
  anna = member;
  await report(service, address, { railPaymentId: "first", state: "final", amount: 1_000_000000n });
  await requested(service, anna);
  const at = `timestamptz '${testStart.toISOString()}' - (n || ' hours')::interval`;
  const copies: [table: string, changes: string][] = [
    ["deposit", `'id', 'dep_' || n, 'rail_payment_id', 'tx ' || n, 'seen_at', ${at}`],
    ["transfer", `'id', 'deposit:dep_' || n || ':1', 'seq', 100000 + n, 'at', ${at}`],
    [
      "wallet_entry",
      `'id', 'tx_' || n, 'transfer_id', 'deposit:dep_' || n || ':1', 'seq', 100000 + n, 'at', ${at}, 'number', n,
        'type', case when n % 100 = 0 then 'refund' else 'deposit' end`,
    ],
    [
      "withdrawal",
      `'id', 'wd_' || n, 'number', n + 1, 'request_hash', 'hash ' || n, 'created_at', ${at}, 'status', 'cancelled', 'ended_at', ${at}`,
    ],
  ];
  await service.ctx.db.transaction(async (tx) => {
    const query = service.ctx.db.rawIn(tx);
    await query("set local session_replication_role = replica");
    for (const [table, changes] of copies) {
      const first = table === "transfer" ? "where code = 'deposit'" : "";
      const columns = table === "transfer" ? "overriding system value" : "";
      await query(`insert into ${table} ${columns}
        select (jsonb_populate_record(null::${table}, o.row || jsonb_build_object(${changes}))).*
          from (select to_jsonb(one) as row from ${table} one ${first} limit 1) o, generate_series(1, ${rows}) n`);
    }
  });
  await vacuumAndAnalyze();
});

const day = (ago: number) => new Date(testStart.getTime() - ago * 86_400_000).toISOString();
const calls: [string, EndpointName, Wire][] = [
  ["the newest transactions", "memberTransactions", { query: { per_page: 20 } }],
  ["those of an asset and type", "memberTransactions", { query: { asset: [usdt], type: ["deposit"], per_page: 20 } }],
  ["those of a day", "memberTransactions", { query: { from: day(4), to: day(3), per_page: 20 } }],
  ["those after a cursor", "memberTransactions", { query: { cursor: `tx_${rows / 2}`, per_page: 20 } }],
  ["those of a type without any", "memberTransactions", { query: { type: ["promo"], per_page: 20 } }],
  ["a month's statement", "memberStatement", {}],
  ["the withdrawals", "withdrawalsList", { query: { per_page: 20 } }],
  ["withdrawals of a status without any", "withdrawalsList", { query: { status: ["completed"], per_page: 20 } }],
  ["the end of the withdrawals", "withdrawalsList", { query: { page: 500, per_page: 20 } }],
  ["the wallets", "balanceDetails", {}],
  ["a wallet", "balanceCoin", { query: { asset: usdt } }],
  [
    "a withdrawal's terms",
    "withdrawalQuote",
    { body: { asset: usdt, amount: "10", account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb" } },
  ],
];

test.each(calls)("%s of a member with 10,000 of them read few rows", async (_, name, sent) => {
  const read = await rowsReadBy(service.ctx.db, async () => {
    expect((await service.ask(name, { ...sent, ...by(anna.token) })).status).toBe(200);
  });
  expect(read.filter(([, count]) => count > fewRows)).toEqual([]);
});
