import { describe, expect, test } from "vitest";
import { migrate } from "../../../upstream/db/migrate.ts";
import { ledgerChecks, verify } from "../../../upstream/ledger/verify.ts";
import { prepareAttacks } from "../../support/ledger/ledger-attacks.ts";
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

    const later = `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      values ('later', 'posted', 'reserve:usd', 'member:anna:usd', 'usd', 1, 'adjustment', now())`;
    await db.query(later);
    expect(await verify(db, ledgerChecks)).toEqual([]);
    await db.query(`set session_replication_role = replica; update transfer set at = at - interval '1 day' where id = 'open';
      set session_replication_role = origin`);
    expect(await verify(db, ledgerChecks)).toMatchObject([{ check: "transfers_fit_their_hashes", subject: "open" }]);
    await db.close();
  });
});
