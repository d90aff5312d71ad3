import { describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { seed } from "../../../upstream/demo/seed.ts";
import { accounts } from "../../../upstream/domain/ledger/booking.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { freshDatabase, scratchDatabase } from "../../support/service/database.ts";

const now = new Date("2026-11-21T09:00:00Z");

/** Damage through direct database access, and the check that must find it. */
const damages = [
  {
    found: "debits_equal_credits",
    by: "update account set credits_posted = credits_posted + 1 where id = 'reserve:btc'",
  },
  {
    found: "assets_cover_claims",
    by: "update account set debits_posted = debits_posted - 1 where id = 'assets:sandbox-bitcoin:btc'",
  },
  {
    found: "replay_gives_the_sums",
    by: "update transfer set amount = amount - 1 where debit_account = 'assets:sandbox-bitcoin:btc'",
  },
  {
    found: "only_facts_overdraw_a_rail",
    by: "update account set credits_posted = debits_posted + 1 where id = 'assets:sandbox-bitcoin:btc'",
  },
  { found: "one_asset_a_transfer", by: "update transfer set asset = 'ltc' where asset = 'btc'" },
  { found: "promises_end_once", by: "update transfer set amount = 1000 where kind = 'post'" },
  {
    found: "shortfall_is_paid_back",
    by: `insert into account (id, asset, normal, floor, debits_posted, created_at)
      values ('shortfall:eth', 'eth', 'debit', 'available', 5, now())
      on conflict (id) do update set debits_posted = 5`,
  },
  { found: "no_promise_on_a_final_order", by: "update exchange_order set status = 'completed' where ref = 'OPEN'" },
  { found: "nothing_left_on_a_final_order", by: "update exchange_order set status = 'expired' where ref = 'PAID'" },
];

describe("operator ledger verify", () => {
  test("reports nothing for a working exchange", async () => {
    const db = await workingExchange();
    expect(await verify(db)).toEqual([]);
    await db.close();
  });

  test.each(damages)("reports $found", async ({ found, by }) => {
    const db = await workingExchange();
    await db.query(`set session_replication_role = replica; ${by}; set session_replication_role = origin`);
    const violations = await verify(db);
    expect(violations.map(({ check }) => check)).toContain(found);
    expect(violations.map(({ sentence: words }) => words).join()).not.toContain("undefined");
    await db.close();
  });

  test("reports nothing_below_its_floor, even without the table's constraint", async () => {
    const db = await workingExchange(await scratchDatabase());
    await db.query("alter table account drop constraint account_floor");
    await db.query(`set session_replication_role = replica;
      update account set debits_posted = credits_posted + 1 where id = 'reserve:btc'`);
    expect((await verify(db)).map(({ check }) => check)).toContain("nothing_below_its_floor");
    await db.close();
  });
});

/** Seeded data; one order has a hold on the reserve, another got part of one and has a payment. */
async function workingExchange(empty?: Database): Promise<Database> {
  const db = empty ?? (await freshDatabase());
  await seed(db, now);
  for (const ref of ["OPEN", "PAID"]) await db.query(orderOf(ref));
  const promise = { debit: accounts.reserve("btc"), asset: "btc", code: "payout_hold" } as const;
  const booked = await db.transaction((tx) =>
    book(
      tx,
      [
        { do: "hold", id: "open", ...promise, credit: accounts.order("OPEN", "btc"), amount: 500n, orderRef: "OPEN" },
        { do: "hold", id: "part", ...promise, credit: accounts.order("PAID", "btc"), amount: 900n, orderRef: "PAID" },
        { do: "settle", id: "part-posted", pendingId: "part", amount: 300n },
      ],
      now,
    ),
  );
  expect(booked).toEqual({ ok: true });
  return db;
}

function orderOf(ref: string): string {
  return `insert into exchange_order (ref, pair_id, from_asset, to_asset, status, condition, quote_id, side,
      from_amount, to_amount, rate, reference_rate, reference_source, service_bps, bonus_bps, fixed_bonus, payout_fee,
      service_fee, bonus, quote_expires_at, received, sent, payout_extra, language, created_at, updated_at, checked_at)
    values ('${ref}', 'paypal-usd_btc', 'paypal-usd', 'btc', 'awaiting_payment', 'none', 'q', 'from',
      1, 1, '1', '1', 'sandbox', 50, 0, 0, 0, 0, 0, now(), 0, 0, '{}', 'en', now(), now(), now())`;
}
