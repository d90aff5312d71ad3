import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isDatabaseDown } from "../../upstream/db/connection-errors.ts";
import { databaseCounters } from "../../upstream/db/counters.ts";
import type { Database } from "../../upstream/db/database.ts";
import { migrate } from "../../upstream/db/migrate.ts";
import type { PoolOptions } from "../../upstream/db/postgres/pool.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { sqlState } from "../../upstream/db/retry.ts";
import { acceptedDraft, executeDraft, track } from "../support/orders/order-steps.ts";
import { type Balancer, startBalancer } from "../support/service/balancer.ts";
import { type Cluster, startCluster, until } from "../support/service/cluster.ts";
import { exchange } from "../support/service/exchange.ts";

let cluster: Cluster;
let balancer: Balancer;
beforeAll(async () => {
  cluster = await startCluster();
  balancer = await startBalancer(cluster.primary.socket);
  await cluster.primary.query("create table purse (amount int not null)");
});
afterAll(async () => {
  balancer.stop();
  await cluster.stop();
});

const writing = "insert into purse values (1)";
const waiting = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
const cancelling = `select pg_cancel_backend(pid) from (${waiting}) w`;
const written = async () => Number((await cluster.primary.query("select count(*) from purse")).rows[0]?.count);

/** The primary, with at most four connections and a second for each statement. */
function connected(options: PoolOptions = {}): Database {
  const db = connectPostgres(balancer.url("postgres"), 4, { queryMs: 1000, ...options });
  onTestFinished(async () => {
    // A statement still without an answer would keep its connection, and the pool would never end.
    balancer.close();
    await db.close();
  });
  return db;
}

const answerSeconds = 20;

/** The result of a statement with a time limit; rejects where the limit is missing, so that the test does not hang. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = wait(answerSeconds * 1000, undefined, { ref: false }).then(() => {
    throw new Error(`No answer within ${answerSeconds} s: the statement has no limit`);
  });
  return Promise.race([answer, late]);
}

const four = (work: () => Promise<unknown>) => Promise.allSettled([1, 2, 3, 4].map(() => inTime(work())));

const transaction = (db: Database) => () =>
  db.transaction(async (tx) => {
    await db.rawIn(tx)("select count(*) from purse");
    await db.rawIn(tx)(writing);
  });
const isWorking = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled";
/** "away", or what happened instead. */
const howItEnded = (end: PromiseSettledResult<unknown>) => {
  if (end.status === "fulfilled") return "answered";
  return isDatabaseDown(end.reason) ? "away" : String(end.reason);
};
const allAway = ["away", "away", "away", "away"];

const frozen = () => {
  cluster.standby.freeze();
  onTestFinished(cluster.standby.thaw);
};

describe("a synchronous standby that is frozen", () => {
  test("makes the server not ready, and statements end in time and leave no connection on it", async () => {
    const db = connected();
    expect(await db.canCommit()).toBe(true);
    frozen();
    expect(await db.canCommit()).toBe(false);
    expect((await four(() => db.query(writing))).map(howItEnded)).toEqual(allAway);
    await until(async () => (await cluster.primary.query(waiting)).rows.length === 0);
    cluster.standby.thaw();
    await until(() => db.canCommit());
    expect((await four(transaction(db))).map(isWorking)).toEqual([true, true, true, true]);
  });

  test.each(["alone", "in a transaction"])("makes a commit %s whose wait is cancelled an unknown one", async (how) => {
    // A slow machine must cancel it before its own limit does.
    const db = connected({ queryMs: 5000 });
    const counted = databaseCounters.outcome_unknown_total;
    const before = await written();
    frozen();
    const committing = how === "alone" ? db.query(writing) : transaction(db)();
    const outcome = committing.then(
      () => "committed",
      (error: unknown) => sqlState(error),
    );
    await until(async () => {
      return (await cluster.primary.query(cancelling)).rows.length > 0;
    });
    expect(await outcome).toBe("08007");
    // It is in the database all the same, where a repeated call finds it.
    expect([await written(), databaseCounters.outcome_unknown_total]).toEqual([before + 1, counted + 1]);
    expect((await Promise.allSettled([inTime(db.confirmCommits())])).map(howItEnded)).toEqual(["away"]);
    cluster.standby.thaw();
    await db.confirmCommits();
  });
});

describe("executing an order while the synchronous standby is frozen", () => {
  test("answers 503 until the standby has it, and has one effect", async () => {
    const db = connectPostgres(await cluster.primary.freshUrl("orders"), 4, { queryMs: 2000 });
    onTestFinished(() => db.close());
    await migrate(db);
    const service = await exchange({ db });
    const draft = await acceptedDraft(service);
    const execute = async () => {
      const response = await executeDraft(service, draft);
      return response.status === 200 ? 200 : response.problem().code;
    };
    /** Cancels every wait for the standby until the call is answered. */
    const executeCancelled = async () => {
      let isAnswered = false;
      const answer = execute().finally(() => {
        isAnswered = true;
      });
      await until(async () => {
        await cluster.primary.query(cancelling);
        return isAnswered;
      });
      return answer;
    };

    frozen();
    expect(await executeCancelled()).toBe("maintenance");
    expect(await executeCancelled()).toBe("maintenance");
    cluster.standby.thaw();
    expect(await execute()).toBe(200);
    // Also the answer that was stored for the key is repeated only when the standby has it.
    cluster.standby.freeze();
    expect(await executeCancelled()).toBe("maintenance");
    cluster.standby.thaw();
    expect(await execute()).toBe(200);
    expect((await track(service, draft)).status).toBe("awaiting_payment");
    const { rows } = await db.query("select count(*) as executed from order_event where event = 'execute'");
    expect(rows).toEqual([{ executed: 1n }]);
  });
});

test("connections that the balancer sent to a standby are not kept", async () => {
  const db = connected();
  balancer.pointTo(cluster.standby.socket);
  onTestFinished(() => balancer.pointTo(cluster.primary.socket));
  expect((await four(transaction(db))).map(howItEnded)).toEqual(allAway);
  expect(await db.canCommit()).toBe(false);
  await expect(db.confirmCommits()).rejects.toMatchObject({ code: "25006" });
  balancer.pointTo(cluster.primary.socket);
  expect((await four(transaction(db))).map(isWorking)).toEqual([true, true, true, true]);
});

test("connections that a silent network left behind are not kept", async () => {
  const db = connected();
  await four(transaction(db));
  balancer.silence();
  onTestFinished(balancer.speakAgain);
  expect((await four(transaction(db))).map(howItEnded)).toEqual(allAway);
  balancer.speakAgain();
  expect((await four(transaction(db))).map(isWorking)).toEqual([true, true, true, true]);
});

test("a connection that has reached its age is replaced, so that a server the balancer has left is left too", async () => {
  const db = connected({ maxAgeSeconds: 1 });
  const server = async () => (await db.query("select pg_backend_pid() as pid")).rows[0]?.pid;
  const first = await server();
  expect(await server()).toBe(first);
  await until(async () => (await server()) !== first);
});

test("an idle connection asks within ten seconds whether its peer is there", async () => {
  const db = connected();
  await db.query("select 1");
  const [seconds] = await keepAliveSecondsTo(Number(new URL(balancer.url("postgres")).port));
  expect(seconds).toBeLessThanOrEqual(10);
});

/** Until the next keep-alive probe of each of our connections to a local port; as the kernel lists them (proc(5)). */
async function keepAliveSecondsTo(port: number): Promise<number[]> {
  const ticksPerSecond = 100;
  const keepAliveTimer = "02";
  const connections = (await readFile("/proc/net/tcp", "utf8")).split("\n").map((line) => line.trim().split(/\s+/));
  return connections.flatMap(([, , peer = "", , , timer = ""]) => {
    const [kind, ticks = ""] = timer.split(":");
    const isTheirs = Number.parseInt(peer.split(":")[1] ?? "", 16) === port;
    return isTheirs && kind === keepAliveTimer ? [Number.parseInt(ticks, 16) / ticksPerSecond] : [];
  });
}
