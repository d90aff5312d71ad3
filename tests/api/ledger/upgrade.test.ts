import { describe, expect, test } from "vitest";
import { migrate } from "../../../upstream/db/migrate.ts";
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
