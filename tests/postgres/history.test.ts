import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseDown } from "../../upstream/db/connection-errors.ts";
import { databaseCounters } from "../../upstream/db/counters.ts";
import { acceptHistory } from "../../upstream/db/history/history.ts";
import { HistoryFault } from "../../upstream/db/history/history-mark.ts";
import { openDatabase, type Use } from "../../upstream/db/open.ts";
import { startBalancer } from "../support/service/balancer.ts";
import { promote, startCluster, until } from "../support/service/cluster.ts";
import { startPostgres } from "../support/service/postgres.ts";

/** Opens as a process with this data folder would. */
async function opened(databaseUrl: string, dataDir: string, use: Use = "service") {
  const database = await openDatabase({ databaseUrl, dataDir }, use);
  onTestFinished(() => database.db.close());
  return database;
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a database restored to an earlier moment is refused, running and at start, until an operator accepts it", async () => {
  const server = await startPostgres({ isDurable: false });
  onTestFinished(server.stop);
  // What it has committed is in its log when it crashes, though not on the disk.
  await server.query("alter system set synchronous_commit = on");
  await server.query("select pg_reload_conf()");
  const [url, dataDir] = [await server.freshUrl("exchange"), dataFolder()];
  const { db, history } = await opened(url, dataDir);
  const faults: HistoryFault[] = [];
  history.onFault((fault) => faults.push(fault));
  await history.advance(db.query);
  await server.crash();
  await server.keepData();
  await server.startAgain();
  await until(() => db.canCommit());
  await history.advance(db.query);

  await server.crash();
  await server.restoreData();
  await server.startAgain();
  // Broken connections are found first.
  await until(async () => (await errorOf(db.query("select 1"))) instanceof HistoryFault);
  const refusal = await errorOf(db.transaction((tx) => db.rawIn(tx)("select 1")));
  expect([refusal instanceof HistoryFault, isDatabaseDown(refusal)]).toEqual([true, true]);
  expect([await db.canCommit(), faults.length]).toEqual([false, 1]);
  expect(await errorOf(opened(url, dataDir))).toBeInstanceOf(HistoryFault);

  const operator = await opened(url, dataDir, "operator");
  expect(operator.fault).toBeInstanceOf(HistoryFault);
  await acceptHistory(operator.db.query);
  expect(await db.canCommit()).toBe(true);
  await history.advance(db.query);
  await opened(url, dataDir);
});

test("a promoted standby is accepted, and the primary that it has replaced is refused", async () => {
  const { primary, standby, stop } = await startCluster();
  const balancer = await startBalancer(primary.socket);
  onTestFinished(async () => {
    balancer.stop();
    await stop();
  });
  await primary.freshUrl("exchange");
  const [url, dataDir] = [balancer.url("exchange"), dataFolder()];
  const { db, history } = await opened(url, dataDir);
  await history.advance(db.query);
  const faults = databaseCounters.history_faults_total;

  await primary.kill();
  await promote(standby);
  balancer.pointTo(standby.socket);
  await until(() => db.canCommit());
  await opened(url, dataDir);
  expect(databaseCounters.history_faults_total).toBe(faults);

  await primary.startAgain();
  balancer.pointTo(primary.socket);
  balancer.close();
  await until(async () => (await errorOf(db.query("select 1"))) instanceof HistoryFault);
  balancer.pointTo(standby.socket);
  await until(() => db.canCommit());
});
