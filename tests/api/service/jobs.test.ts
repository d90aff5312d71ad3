import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { type JobQueues, type JobWork, jobQueues } from "../../../upstream/jobs/boss.ts";
import { bossDatabase } from "../../../upstream/jobs/boss-database.ts";
import type { JobPayload } from "../../../upstream/ports/jobs.ts";
import { freshDatabase } from "../../support/service/database.ts";

let db: Database;
let queues: JobQueues;
let errors: string[];
let done: string[];

beforeEach(async () => {
  db = await freshDatabase("owner");
  errors = [];
  done = [];
  queues = openQueues();
});
afterEach(async () => {
  await queues.stop();
  await db.close();
});

describe("a job", () => {
  test("runs once after its transaction commits, and never after a rollback", async () => {
    await queues.start(work());
    await db.transaction((tx) => queues.send(tx, "payout", { ref: "kept" }));
    const undone = db.transaction(async (tx) => {
      await queues.send(tx, "payout", { ref: "undone" });
      throw new Error("the order changed its mind");
    });
    await expect(undone).rejects.toThrow("changed its mind");
    await db.transaction((tx) => queues.send(tx, "email", { ref: "last" }));
    queues.wakeWorkers();
    await until(() => done.length === 2);
    expect(done.sort()).toEqual(["email last", "payout kept"]);
  });

  test("queued before the workers start runs after the start", async () => {
    await queues.prepare();
    await db.transaction((tx) => queues.send(tx, "refund", { ref: "early" }));
    await queues.start(work());
    await until(() => done.length === 1);
    expect(done).toEqual(["refund early"]);
  });

  test("that fails does not affect its batch, and is retried later", async () => {
    await queues.prepare();
    await db.transaction(async (tx) => {
      for (const ref of ["one", "bad", "two"]) await queues.send(tx, "email", { ref });
    });
    await queues.start(
      work(({ ref }) => {
        if (ref === "bad") throw new Error("mail is down");
      }),
    );
    await until(async () => (await states()).every(({ state }) => state === "completed" || state === "retry"));
    expect(done.sort()).toEqual(["email one", "email two"]);
    expect(errors).toContain("email: mail is down");
    expect(await states()).toEqual([
      { ref: "bad", state: "retry" },
      { ref: "one", state: "completed" },
      { ref: "two", state: "completed" },
    ]);
  });

  test("that failed because the database is down is retried as soon as it is back", async () => {
    await queues.stop();
    let isAway = false;
    const unreachable = () =>
      Promise.reject(Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" }));
    queues = openQueues({
      ...db,
      query: (text, values) => (isAway ? unreachable() : db.query(text, values)),
      ping: async () => !isAway,
    });
    await queues.prepare();
    await db.transaction((tx) => queues.send(tx, "email", { ref: "cut off" }));
    await queues.start(
      work(() => {
        isAway = true;
        return unreachable();
      }),
    );
    await until(() => errors.length > 0);
    expect(await states()).toEqual([{ ref: "cut off", state: "active" }]);
    isAway = false;
    await until(async () => (await states()).every(({ state }) => state === "retry"));
  });

  test("of a crashed worker is retried after its timeout, not earlier", async () => {
    await queues.prepare();
    await db.transaction(async (tx) => {
      for (const ref of ["held", "left"]) await queues.send(tx, "email", { ref });
    });
    const markActive =
      "update pgboss.job set state = 'active', started_on = now() - $2::interval where data->>'ref' = $1";
    await db.query(markActive, ["held", "1 minute"]);
    await db.query(markActive, ["left", "3 minutes"]);
    await queues.releaseAbandoned();
    expect(await states()).toEqual([
      { ref: "held", state: "active" },
      { ref: "left", state: "retry" },
    ]);
  });

  test("in progress is finished before the queues stop", async () => {
    await queues.prepare();
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isRunning = false;
    await db.transaction((tx) => queues.send(tx, "payout", { ref: "slow" }));
    await queues.start(
      work(async () => {
        isRunning = true;
        await gate;
      }),
    );
    await until(() => isRunning);
    const stopped = queues.stop();
    finish();
    await stopped;
    expect(done).toEqual(["payout slow"]);
    expect(await states()).toEqual([{ ref: "slow", state: "completed" }]);
  });
});

test("queues of an earlier version get the current options", async () => {
  await queues.prepare();
  const before = await db.query("select name, expire_seconds, retry_limit from pgboss.queue order by name");
  await db.query("update pgboss.queue set expire_seconds = 300");
  await queues.stop();
  queues = openQueues();
  await queues.prepare();
  const after = await db.query("select name, expire_seconds, retry_limit from pgboss.queue order by name");
  expect(after.rows).toEqual(before.rows);
});

test("a job for a missing queue throws", async () => {
  await queues.prepare();
  // The rollback brings the queue back, which the next test's service may not create.
  const sent = db.transaction(async (tx) => {
    await db.rawIn(tx)("select pgboss.delete_queue('payout')");
    await queues.send(tx, "payout", { ref: "nowhere" });
  });
  await expect(sent).rejects.toThrow("There is no queue for jobs of the kind payout");
});

test("an error inside pg-boss's own transaction leaves the database usable", async () => {
  const failing = bossDatabase(db).executeSql("BEGIN; create table half_made (id int); select 1/0; COMMIT;", []);
  await expect(failing).rejects.toThrow(/division by zero/);
  await Promise.all(Array.from({ length: 12 }, () => db.query("select 1 as one")));
  const { rows } = await db.query("select to_regclass('half_made') as there");
  expect(rows).toEqual([{ there: null }]);
});

test("a pg-boss statement that lost a deadlock is retried", async () => {
  let calls = 0;
  const query: Database["query"] = async (text) => {
    calls += 1;
    if (calls === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
    return db.query(text);
  };
  const { rows } = await bossDatabase({ ...db, query }).executeSql("select 7 as seven", []);
  expect(rows).toEqual([{ seven: 7 }]);
});

test("pg-boss's write errors are reported, without an unhandled rejection", async () => {
  const unreachable = bossDatabase({ ...db, query: () => Promise.reject(new Error("the database is away")) });
  await expect(unreachable.executeSql("select 1", [])).rejects.toThrow("the database is away");
  unreachable.tolerateErrors((error) => errors.push(String(error)));
  expect(await unreachable.executeSql("select 1", [])).not.toHaveProperty("rows");
  expect(errors).toEqual(["Error: the database is away"]);
});

function openQueues(over: Database = db): JobQueues {
  return jobQueues(over, {
    onError: (error, job) => errors.push(`${job}: ${error instanceof Error ? error.message : error}`),
  });
}

function work(before: (payload: JobPayload) => void | Promise<void> = () => {}): JobWork {
  const note = (name: string) => async (payload: JobPayload) => {
    await before(payload);
    done.push(`${name} ${payload.ref}`);
  };
  return { email: note("email"), payout: note("payout"), refund: note("refund") };
}

async function states() {
  const { rows } = await db.query("select data->>'ref' as ref, state::text as state from pgboss.job order by 1");
  return rows;
}

/** Polls until the condition holds. Gives up before the test's timeout, to report the state. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await condition()); looks += 1) {
    if (looks === 6000)
      throw new Error(`Not yet: ${JSON.stringify({ states: await states(), done, troubles: errors })}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
