/**
 * Payouts over a rail that drops calls and answers, delays and repeats them, reverts, displaces, settles after it had
 * reverted, returns and answers late: each movement is settled at most once in the rail's book, ours says the same of each,
 * and amounts and network fees agree to the unit. Then a rate, a promo code and a command with two zeros too many each
 * move at most the cap.
 *
 *   npx tsx tests/proof/payouts.ts pglite 1000
 *   npx tsx tests/proof/payouts.ts postgres 1000 [seed]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import type { Database } from "../../upstream/db/database.ts";
import { openDatabase } from "../../upstream/db/open.ts";
import { driverOptions, pgliteDatabase } from "../../upstream/db/pglite/pglite.ts";
import { prepare } from "../../upstream/db/prepare.ts";
import { selectMovements } from "../../upstream/payouts/movement.ts";
import { recheckFailed } from "../../upstream/payouts/recheck-failed.ts";
import { resumeWaiting } from "../../upstream/payouts/resume-waiting.ts";
import { balancesOf, differences, fundedAssets, readOurBooks } from "../support/payouts/compare-books.ts";
import { HostileBook } from "../support/payouts/hostile-book.ts";
import { badLine, payOver } from "../support/payouts/hostile-rail.ts";
import * as desk from "../support/payouts/movement-desk.ts";
import { mistakes, twoZerosTooMany } from "../support/payouts/two-zeros-too-many.ts";
import { type TestContext, testContext } from "../support/service/context.ts";
import { startPostgres } from "../support/service/postgres.ts";
import { chance } from "../support/simulation/chance.ts";

const [database = "pglite", countText = "1000", seedText] = process.argv.slice(2);
const count = Number(countText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
console.log(`payouts: ${count} movements on ${database}, seed ${seed}`);

/** Payouts without network fees, and with them. */
const wishes = [{}, { from: "paypal-usd", to: "usdt-trc20", amount: "100" }];
const faults = await inDatabase(movements);
for (const [name, mistake] of Object.entries(mistakes)) {
  faults.push(...(await inDatabase((ctx) => twoZerosTooMany(ctx, name, mistake))));
}
for (const fault of faults.slice(0, 20)) console.error(fault);
console.log(`payouts on ${database}: ${faults.length} wrong`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function movements(ctx: TestContext): Promise<string[]> {
  const luck = chance(seed, "proof");
  const sandbox = ctx.rails;
  const book = new HostileBook(seed, (asset) => sandbox.payoutFor(asset).gas);
  for (const asset of fundedAssets) await desk.operator(ctx, "anna", "reserve fund", { asset, amount: "9000000" });
  const before = await balancesOf(ctx);
  const line = badLine(luck);
  payOver(ctx, book, line);

  for (let turns = 1; turns <= 5000; turns += 1) {
    const isCalm = book.entries.size >= count;
    if (isCalm) {
      book.calm();
      line.mend();
    } else for (let nth = 0; nth < 8; nth += 1) await desk.paidOrder(ctx, wishes[nth % 2] ?? {});
    book.arrived = await desk.arrivedAtDeposits(ctx);
    await desk.sweepAll(ctx);
    await desk.runMoneyJobs(ctx);
    const changed = book.turn();
    await desk.advanceAll(ctx, await desk.openIds(ctx), () => luck.percent(15));
    await desk.advanceAll(
      ctx,
      changed.filter(() => isCalm || luck.percent(70)),
      () => luck.percent(15),
    );
    await Promise.all([resumeWaiting(ctx), recheckFailed(ctx)]);
    await noteReverted(ctx, book);
    if (!isCalm) await desk.nameOtherAccounts(ctx, turns);
    if (isCalm && book.isQuiet && (await desk.openIds(ctx)).length === 0 && ctx.jobs.waiting.length === 0) break;
  }
  await desk.advanceAll(ctx, [...book.entries.keys()], () => false);
  const ends = ["settled", "returned", "reverted", "void"] as const;
  const entries = [...book.entries.values()];
  const countsByEnd = ends.map((end) => `${entries.filter(({ state }) => state === end).length} ${end}`).join(", ");
  const sweeps = entries.filter(({ movement }) => movement.kind === "sweep");
  const returned = sweeps.filter(({ state }) => state === "returned").length;
  console.log(
    `${book.entries.size} movements, ${sweeps.length} of them sweeps (${returned} returned): ${countsByEnd}; ` +
      `${book.repeated} broadcasts repeated`,
  );
  const untried = returned === 0 ? ["no sweep came back: more movements are needed"] : [];
  return [...untried, ...differences(await readOurBooks(ctx), book, before)];
}

async function noteReverted(ctx: TestContext, book: HostileBook): Promise<void> {
  for (const { id, state } of await selectMovements(ctx.db.orm)) {
    const entry = book.entries.get(id);
    if (entry && state === "reverted") entry.isKnownReverted = true;
  }
}

async function inDatabase(work: (ctx: TestContext) => Promise<string[]>): Promise<string[]> {
  const { db, close } = await (database === "postgres" ? onPostgres() : inMemory());
  try {
    return await work(await testContext(db));
  } finally {
    await close();
  }
}

/** Nothing is killed here: `payout-kill.ts` is the one that needs what is written to be on disk. */
async function inMemory(): Promise<{ db: Database; close: () => Promise<void> }> {
  // As in the tests: unlike a site, this runs PostgreSQL long enough to be worth optimizing it.
  setFlagsFromString("--wasm-tiering-budget=1800000");
  const db = pgliteDatabase(await PGlite.create(driverOptions));
  await prepare(db);
  return { db, close: db.close };
}

async function onPostgres(): Promise<{ db: Database; close: () => Promise<void> }> {
  const postgres = await startPostgres({ isDurable: false });
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-proof-"));
  const { db } = await openDatabase({ databaseUrl: await postgres.freshUrl(), dataDir });
  const close = async () => {
    await db.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { db, close };
}
