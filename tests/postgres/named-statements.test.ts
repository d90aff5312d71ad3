import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { newOnServer } from "../support/service/database.ts";

const preparedNames = "select name from pg_prepared_statements where not from_sql";
const reading = "select amount from purse where owner = $1";

let db: Database;
beforeEach(async () => {
  db = connectPostgres(await newOnServer(), 1);
  await db.query("create table purse (owner text primary key, amount int not null)");
  await db.query("insert into purse values ('anna', 5)");
});
afterEach(() => db.close());

const read = () => db.query(reading, ["anna"]);
const namesKnown = async () => (await db.query(preparedNames)).rows.length;
/** By now the connection has prepared it. */
const readOften = async () => {
  for (let times = 0; times < 3; times += 1) await read();
  expect(await namesKnown()).toBe(1);
};

describe("a repeated statement", () => {
  test("is prepared once per connection, and a single one leaves nothing behind", async () => {
    await db.query("select $1::int + 1", [1]);
    expect(await namesKnown()).toBe(0);
    await readOften();
  });

  test("is executed after the connection has lost it, as behind a pooler, and unnamed from then on", async () => {
    await readOften();
    await db.query("deallocate all");
    expect((await read()).rows).toEqual([{ amount: 5 }]);
    await read();
    expect(await namesKnown()).toBe(0);
  });

  test("is executed when its name is taken by another statement", async () => {
    await readOften();
    const { rows } = await db.query(preparedNames);
    const other = connectPostgres(await newOnServer(), 1);
    await other.query("create table purse (owner text primary key, amount int not null)");
    await other.query(reading, ["anna"]);
    await other.query(`prepare ${rows[0]?.name} as select 1`);
    expect((await other.query(reading, ["anna"])).rows).toEqual([]);
    await other.close();
  });

  test("is executed after a schema change, with a new plan", async () => {
    await readOften();
    await db.query("alter table purse alter column amount type text");
    expect((await read()).rows).toEqual([{ amount: "5" }]);
    for (let times = 0; times < 3; times += 1) expect((await read()).rows).toEqual([{ amount: "5" }]);
    expect(await namesKnown()).toBe(2);
  });

  test.each(["deallocate all", "alter table purse alter column amount type bigint"])(
    "inside a transaction restarts it after `%s`, and everything happens once",
    async (meanwhile) => {
      await readOften();
      await db.query(meanwhile);
      let runs = 0;
      await db.transaction(async (tx) => {
        runs += 1;
        const query = db.rawIn(tx);
        await query("update purse set amount = amount + 1");
        await query(reading, ["anna"]);
        await query("update purse set amount = amount + 1");
      });
      expect(runs).toBe(2);
      expect((await read()).rows.map(({ amount }) => Number(amount))).toEqual([7]);
    },
  );

  test("with another error fails once, inside and outside a transaction", async () => {
    const writing = "insert into purse values ($1, $2)";
    for (const name of ["b", "c", "d"]) await db.query(writing, [name, 1]);
    await expect(db.query(writing, ["b", 1])).rejects.toMatchObject({ code: "23505" });
    let runs = 0;
    const refused = db.transaction(async (tx) => {
      runs += 1;
      await db.rawIn(tx)(writing, ["e", 1]);
      await db.rawIn(tx)(writing, ["b", 1]);
    });
    await expect(refused).rejects.toMatchObject({ code: "23505" });
    expect(runs).toBe(1);
    expect((await db.query("select owner from purse where owner = 'e'")).rows).toEqual([]);
  });
});
