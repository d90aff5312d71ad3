import { describe, expect, test } from "vitest";
import { setting } from "../../../upstream/db/schema/service.ts";
import { mailboxOf } from "../../../upstream/mail/rules/mailbox.ts";
import { freshDatabase } from "../../support/service/database.ts";

describe("the database", () => {
  test("returns 64-bit integers as bigints, with either driver and every query method", async () => {
    const db = await freshDatabase();
    const query = "select 9007199254740993::int8 as big";
    expect((await db.query(query)).rows).toEqual([{ big: 9007199254740993n }]);
    expect((await db.query(`${query} where $1 = 1`, [1])).rows).toEqual([{ big: 9007199254740993n }]);
    expect((await db.orm.execute(query)).rows).toEqual([{ big: 9007199254740993n }]);
    await db.close();
  });

  test("returns arrays as arrays with either driver, and arrays of a table's rows as text, which are not worth a parser", async () => {
    const db = await freshDatabase();
    await db.orm.insert(setting).values({ name: "kept", value: 1, updatedAt: new Date(0) });
    const query = "select array['a', 'b'] as names, array_agg(setting) as settings from setting";
    const { rows } = await db.query(query);
    expect(rows).toEqual([{ names: ["a", "b"], settings: expect.stringMatching(/^\{"\(kept,1,/) }]);
    expect((await db.orm.execute(query)).rows).toEqual(rows);
    await db.close();
  });

  test("finds the same mailbox for an email address as the service", async () => {
    const db = await freshDatabase();
    const emails = [
      "Anna@Example.com",
      "anna+paypal+2@example.com",
      "a.nna@example.com",
      "A.n.na+1@gmail.com",
      "anna@GoogleMail.com",
    ];
    const { rows } = await db.query("select email, mailbox_of(email) as mailbox from unnest($1::text[]) as email", [
      emails,
    ]);
    expect(rows).toEqual(emails.map((email) => ({ email, mailbox: mailboxOf(email) })));
    await db.close();
  });

  test("shows the raw driver the transaction's own writes, and rolls them back", async () => {
    const db = await freshDatabase();
    const names = "select name from setting";
    const failing = db.transaction(async (tx) => {
      await tx.insert(setting).values({ name: "kept", value: 1, updatedAt: new Date(0) });
      await db.rawIn(tx)("insert into setting (name, value, updated_at) values ($1, '1', now())", ["raw"]);
      expect((await db.rawIn(tx)(`${names} order by name`)).rows).toEqual([{ name: "kept" }, { name: "raw" }]);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect((await db.query(names)).rows).toEqual([]);
    await db.close();
  });
});
