import { expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { seed } from "../../../upstream/market/demo/seed.ts";
import { createUpstream } from "../../../upstream/program/app.ts";
import { randomIds } from "../../../upstream/program/ids.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { testClock, testEnv } from "../../support/service/exchange.ts";

/** As PostgreSQL says that a statement took longer than it may. */
const cancelled = () => Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });

/** The first statements of each kind are cancelled. */
function slowAtFirst(db: Database): Database {
  const left = { query: 2, select: 2, transaction: 1 };
  const cancel = (kind: keyof typeof left) => {
    left[kind] -= 1;
    if (left[kind] >= 0) throw cancelled();
  };
  const select: Database["orm"]["select"] = (...fields: []) => {
    cancel("select");
    return db.orm.select(...fields);
  };
  return {
    ...db,
    orm: Object.assign(Object.create(db.orm), { select }),
    async query(text, values) {
      cancel("query");
      return db.query(text, values);
    },
    async transaction(work) {
      cancel("transaction");
      return db.transaction(work);
    },
  };
}

test("a start beside a database that is too slow waits for it and then serves", async () => {
  const plain = await freshDatabase();
  const clock = testClock();
  await seed(plain, clock.now());
  const db = slowAtFirst(plain);
  const upstream = createUpstream({ db, env: testEnv({}), clock, ids: randomIds, log: createLog("silent") });
  await upstream.start();
  expect(await upstream.ready()).toBe(true);
  await upstream.stop();
});
