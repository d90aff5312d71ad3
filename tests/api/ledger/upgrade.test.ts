import { describe, expect, test } from "vitest";
import { migrate } from "../../../upstream/db/migrate.ts";
import { sweepChecks } from "../../../upstream/ledger/checks/sweep-checks.ts";
import { ledgerChecks, verify } from "../../../upstream/ledger/verify.ts";
import { prepareAttacks } from "../../support/ledger/ledger-attacks.ts";
import { openOrders } from "../../support/ledger/open-orders.ts";
import { oldDatabase } from "../../support/service/old-database.ts";

describe("an upgrade from before the hash chain", () => {
  test("hashes existing transfers, and new ones continue their chain", async () => {
    const db = await oldDatabase("0009_sweep_indexes");
    await prepareAttacks(db);
    await migrate(db);
    const there =
      "select count(*) as transfers, count(h.hash) as hashes from transfer t left join transfer_hash h on true";
    expect((await db.query(`${there} and h.transfer_id = t.id`)).rows).toEqual([{ transfers: 5n, hashes: 5n }]);
    expect(await verify(db, ledgerChecks)).toEqual([]);

    await db.query(`insert into audit (id, actor, action, subject, details, at)
      values ('aud_later', 'anna', 'funding', 'usd', '{"transfer": "later"}', now())`);
    const later = `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      values ('later', 'posted', 'assets:hot:usd', 'reserve:usd', 'usd', 1, 'funding', now())`;
    await db.query(later);
    expect(await verify(db, ledgerChecks)).toEqual([]);
    await db.query(`set session_replication_role = replica; update transfer set at = at - interval '1 day' where id = 'open';
      set session_replication_role = origin`);
    expect(await verify(db, ledgerChecks)).toMatchObject([{ check: "transfers_fit_their_hashes", subject: "open" }]);
    await db.close();
  });
});

test("an upgrade to the foreign keys deletes what deleted drafts left, and ends at a row that breaks a rule", async () => {
  const db = await oldDatabase("0014_unpaid_holds");
  await openOrders(db, "AAAA");
  await db.query(`insert into order_note select 'no_' || ref, ref, 'anna', 'a note', now() from unnest(array['AAAA', 'GONE']) ref;
    insert into letter (id, order_ref, kind, language, to_address, status, created_at)
      select 'lt_' || ref, ref, 'created', 'en', 'someone@example.com', 'queued', now() from unnest(array['AAAA', 'GONE']) ref;
    update exchange_order set hold_reason = 'mood'`);
  await expect(migrate(db)).rejects.toMatchObject({ constraint: expect.stringMatching(/^exchange_order_hold/) });
  const left = "select order_ref from order_note union all select order_ref from letter order by 1";
  expect((await db.query(left)).rows).toHaveLength(4);

  await db.query("update exchange_order set hold_reason = null");
  await migrate(db);
  expect((await db.query(left)).rows).toEqual([{ order_ref: "AAAA" }, { order_ref: "AAAA" }]);
  await db.close();
});

/** Deposits and sweeps as the version without parts of sweeps booked them: the first deposit was taken back after its sweep. */
const sweepsWithoutParts = `set session_replication_role = replica;
  insert into wallet_address (id, asset, rail, address, issued_at)
    select 'wa_' || a, 'usd', 'hot', a, now() from unnest(array['A', 'B']) a;
  insert into deposit (id, address_id, wallet_asset, rail, place, rail_payment_id, asset, amount, status, confirmations, required,
      times_final, seen_at, final_at)
    select id, 'wa_' || address, 'usd', 'hot', 'deposits', 'of ' || id, 'usd', amount, status, 1, 1, 1, now(), now()
      from (values ('d1', 'A', 100, 'taken_back'), ('d2', 'B', 30, 'unclaimed'), ('d3', 'A', 50, 'unclaimed'),
        ('d4', 'B', 20, 'unclaimed'), ('d5', 'A', 5, 'unclaimed')) d (id, address, amount, status);
  insert into outgoing (id, kind, attempt, rail, asset, amount, fee, account, status, transfer_id, rail_tx_id, created_at, settled_at)
    values ('s1', 'sweep', 1, 'hot', 'usd', 130, 0, 'h', 'sent', 'sweep:s1', 'tx1', now(), now()),
      ('s2', 'sweep', 1, 'hot', 'usd', 70, 0, 'h', 'sending', 'sweep:s2', null, now(), null);
  insert into account (id, asset, normal, floor, debits_posted, credits_posted, credits_pending, created_at)
    values ('assets:hot_deposits:usd', 'usd', 'debit', 'cash', 305, 230, 70, now());
  insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, fact, deposit_id, outgoing_id, at)
    select id, kind, replace(debit, '@', 'assets:hot_deposits:usd'), replace(credit, '@', 'assets:hot_deposits:usd'), 'usd', amount,
        code, pending, kind = 'posted' and code = 'rebalance', deposit, outgoing, now()
      from (values ('deposit:d1:1', 'posted', '@', 'unclaimed:usd', 100, 'deposit', null, 'd1', null),
        ('deposit:d2:1', 'posted', '@', 'unclaimed:usd', 30, 'deposit', null, 'd2', null),
        ('sweep:s1', 'pending', 'assets:hot:usd', '@', 130, 'rebalance', null, null, 's1'),
        ('deposit:d3:1', 'posted', '@', 'unclaimed:usd', 50, 'deposit', null, 'd3', null),
        ('sweep:s1:arrived', 'post', 'assets:hot:usd', '@', 130, 'rebalance', 'sweep:s1', null, 's1'),
        ('deposit:d4:1', 'posted', '@', 'unclaimed:usd', 20, 'deposit', null, 'd4', null),
        ('sweep:s1:gone:deposit:d1:1', 'posted', '@', 'assets:hot:usd', 100, 'rebalance', null, null, 's1'),
        ('deposit:d1:1:back', 'posted', 'unclaimed:usd', '@', 100, 'deposit', null, 'd1', null),
        ('sweep:s2', 'pending', 'assets:hot:usd', '@', 70, 'rebalance', null, null, 's2'),
        ('deposit:d5:1', 'posted', '@', 'unclaimed:usd', 5, 'deposit', null, 'd5', null)
      ) t (id, kind, debit, credit, amount, code, pending, deposit, outgoing);
  set session_replication_role = origin`;

test("an upgrade divides the sweeps of before by address, the oldest payment first", async () => {
  const db = await oldDatabase("0098_blocks");
  await db.query(sweepsWithoutParts);
  await migrate(db);
  const parts = "select sweep_id, address, amount::int, payments, state, is_legacy from sweep_part order by 1, 2";
  expect((await db.query(parts)).rows).toEqual([
    { sweep_id: "s1", address: "B", amount: 30, payments: ["of d2"], state: "arrived", is_legacy: true },
    { sweep_id: "s2", address: "A", amount: 50, payments: ["of d3"], state: "open", is_legacy: true },
    { sweep_id: "s2", address: "B", amount: 20, payments: ["of d4"], state: "open", is_legacy: true },
  ]);
  const balances = "select address, arrived::int, swept::int, lying::int from address_balance order by 1";
  expect((await db.query(balances)).rows).toEqual([
    { address: "A", arrived: 55, swept: 0, lying: 55 },
    { address: "B", arrived: 50, swept: 30, lying: 20 },
  ]);
  expect(await verify(db, sweepChecks)).toEqual([]);
  await db.query("update sweep_part set state = 'arrived' where sweep_id = 's2'");
  expect((await db.query(balances)).rows).toMatchObject([{ lying: 5 }, { lying: 0 }]);
  await db.close();
});
