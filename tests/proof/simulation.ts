/**
 * 100,000 orders in simulated worlds of a few hundred each, in several processes. Every world has a seed; a failing one
 * prints how to repeat it with the fewest customers.
 *
 *   npx tsx tests/proof/simulation.ts [orders] [seed] [processes]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { prepare } from "../../upstream/db/prepare.ts";
import { emptying } from "../support/ledger/emptying.ts";
import { startPostgres } from "../support/service/postgres.ts";
import { simulate } from "../support/simulation/simulate.ts";

const ordersInWorld = 250;
const names = Array.from({ length: ordersInWorld }, (_, name) => name + 1);
type Done = { seed: number; faults: string[]; steps: string[]; emails: number };

const [first = "100000", seedText, processText = "2"] = process.argv.slice(2);
if (first === "worker")
  await work(String(process.env.WORLDS_DATABASE), (process.env.WORLDS ?? "").split(",").map(Number));
else
  await lead(Math.ceil(Number(first) / ordersInWorld), Number(seedText ?? Date.now() % 1_000_000), Number(processText));

/** One process: its worlds one after the other, on one database that is emptied in between. */
async function work(url: string, seeds: number[]): Promise<void> {
  const db = connectPostgres(url, 4);
  for (const seed of seeds) {
    await db.query(emptying);
    const { faults, steps, emails } = await simulate(db, seed, names);
    if (faults.length > 0) faults.push(`CUSTOMERS=${(await fewestNames(db, seed, faults)).join(",")}`);
    process.stdout.write(`${JSON.stringify({ seed, faults, emails, steps: [...steps] } satisfies Done)}\n`);
  }
  await db.close();
}

/** The customers named in the faults, if they fail alone too: each has its own random numbers. */
async function fewestNames(db: Database, seed: number, faults: string[]): Promise<readonly number[]> {
  const customers = faults.flatMap((fault) => /\(customer (\d+)\)/.exec(fault)?.[1] ?? []);
  const meant = [...new Set(customers.map(Number))];
  await db.query(emptying);
  const isEnough = meant.length > 0 && (await simulate(db, seed, meant)).faults.length > 0;
  return isEnough ? meant : names;
}

async function lead(worlds: number, seed: number, processes: number): Promise<void> {
  console.log(`simulation: ${worlds * ordersInWorld} orders in ${worlds} worlds, seed ${seed}, ${processes} processes`);
  const started = performance.now();
  const postgres = await startPostgres({ isDurable: false });
  const steps = new Set<string>();
  const figures = { worlds: 0, emails: 0, bad: 0 };
  const onLine = (line: string) => {
    const done: Done = JSON.parse(line);
    figures.worlds += 1;
    figures.emails += done.emails;
    for (const step of done.steps) steps.add(step);
    if (done.faults.length > 0) figures.bad += 1;
    for (const fault of done.faults.slice(0, 12)) console.error(`SEED=${done.seed}: ${fault}`);
    const perSecond = (figures.worlds * ordersInWorld * 1000) / (performance.now() - started);
    if (figures.worlds % 10 === 0) console.log(`${figures.worlds} worlds, ${perSecond.toFixed(1)} orders a second`);
  };
  const shares = Array.from({ length: processes }, (_, share) =>
    Array.from({ length: worlds }, (_, world) => seed + world).filter((_, world) => world % processes === share),
  );
  await Promise.all(shares.map(async (share) => follow(await fresh(postgres), share, onLine)));
  await postgres.stop();
  const seconds = (performance.now() - started) / 1000;
  const orders = figures.worlds * ordersInWorld;
  console.log(
    `${orders} orders in ${Math.round(seconds)} s, ${(orders / seconds).toFixed(1)} a second; ${figures.emails} emails, ` +
      `${steps.size} different steps of the machine; ${figures.bad} worlds wrong`,
  );
  process.exitCode = figures.bad === 0 && figures.worlds === worlds ? 0 : 1;
}

async function fresh(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<string> {
  const url = await postgres.freshUrl();
  const db = connectPostgres(url, 2);
  await prepare(db);
  await db.close();
  return url;
}

async function follow(url: string, seeds: number[], hear: (line: string) => void): Promise<void> {
  const env = { ...process.env, WORLDS_DATABASE: url, WORLDS: seeds.join(",") };
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? "", "worker"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface({ input: child.stdout }).on("line", hear);
  await once(child, "exit");
}
