/**
 * kill -9 between every two steps of a payout, over a rail that drops calls and answers, reverts, displaces and returns:
 * one process after another moves payouts on and is killed before another of its steps. In the end each movement is settled at most once in the rail's book, and ours says the same, to the unit.
 *
 *   npx tsx tests/proof/payout-kill.ts pglite 100
 *   npx tsx tests/proof/payout-kill.ts postgres 100 [seed]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { networkFee, networkOf } from "../../upstream/rails/sandbox/network.ts";
import { type Balances, differences, type OurBooks } from "../support/payouts/compare-books.ts";
import { HostileBook } from "../support/payouts/hostile-book.ts";
import { badLine } from "../support/payouts/hostile-rail.ts";
import type { FromWorker, RailCall, WorkerTask } from "../support/payouts/worker-messages.ts";
import { startPostgres } from "../support/service/postgres.ts";
import { chance } from "../support/simulation/chance.ts";

const [database = "pglite", roundsText = "100", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
console.log(`kill -9 in payouts, ${rounds} rounds on ${database}, seed ${seed}`);

const dataDir = await mkdtemp(join(tmpdir(), "kursa-proof-"));
const postgres = database === "postgres" ? await startPostgres() : undefined;
const where = postgres ? { databaseUrl: await postgres.freshUrl(), dataDir } : { dataDir };
const book = new HostileBook(seed, gasOf);
const line = badLine(chance(seed, "line"));
let before: Balances = new Map();
let killed = 0;
/** Kills of processes that had called the rail. */
let amid = 0;
/** Changes that a process was told of which did not come to its end. */
let changed: string[] = [];

/** Steps of a process that nobody kills. */
let longest = 80;
const goldenRatio = 0.618034;
const orders = [{}, { from: "paypal-usd", to: "usdt-trc20", amount: "100" }];
await work({ round: 0, orders: [], killAt: Number.POSITIVE_INFINITY });
for (let round = 1; round <= rounds; round += 1) {
  changed = [...new Set([...changed, ...book.turn()])];
  // Even over all steps, however many rounds there are; every tenth process ends by itself.
  const killAt = round % 10 === 0 ? Number.POSITIVE_INFINITY : 1 + Math.floor(((round * goldenRatio) % 1) * longest);
  const ended = await work({ round, orders, killAt });
  if (ended) {
    changed = [];
    longest = ended.steps;
  } else killed += 1;
}
book.calm();
line.mend();
let end: Ended | undefined;
for (let round = rounds + 1; round <= rounds + 30; round += 1) {
  book.turn();
  const changed = [...book.entries.keys()];
  end = await work({ round, orders: [], changed, killAt: Number.POSITIVE_INFINITY });
  if (end?.open === 0 && book.isQuiet) break;
}
const faults = end ? differences(end.books, book, before) : ["The last process did not end by itself"];
for (const fault of faults.slice(0, 20)) console.error(fault);
const { entries, repeated } = book;
const counts = `${killed} kills, ${amid} of them amid calls of the rail, ${entries.size} movements, ${repeated} broadcasts repeated`;
console.log(`kill -9 in payouts on ${database}: ${rounds} rounds, ${counts}, ${faults.length} wrong`);
await postgres?.stop();
await rm(dataDir, { recursive: true, force: true });
process.exitCode = faults.length === 0 && amid > 0 ? 0 : 1;

type Ended = { steps: number; open: number; books: OurBooks };

/** One process from its start to its end; undefined when it was killed. */
async function work(task: Omit<WorkerTask, "where" | "changed"> & { changed?: string[] }): Promise<Ended | undefined> {
  const worker = fork(new URL("./payout-worker.ts", import.meta.url), { serialization: "advanced" });
  let ended: Ended | undefined;
  let calls = 0;
  worker.on("message", (told: FromWorker) => {
    switch (told.about) {
      case "ready":
        return worker.send({ changed, ...task, where } satisfies WorkerTask);
      case "before":
        before = told.balances;
        return;
      case "booked":
        book.arrived = told.arrived;
        for (const id of told.reverted) {
          const entry = book.entries.get(id);
          if (entry?.state === "reverted") entry.isKnownReverted = true;
        }
        return;
      case "call":
        calls += 1;
        return answer(worker, told.number, told.call);
      case "done":
        ended = told;
        return;
    }
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    worker.once("exit", (...how) => resolve(how)),
  );
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`A process of round ${task.round} has ended with ${code}`);
  if (!ended && calls > 0) amid += 1;
  return ended;
}

/** Answers of a process that was killed meanwhile are lost. */
async function answer(worker: ChildProcess, number: number, call: RailCall): Promise<void> {
  const reply = await line
    .call(() => asked(call))
    .then(
      (value) => ({ number, answer: value }),
      (error: unknown) => ({ number, lost: String(error) }),
    );
  if (worker.connected) worker.send(reply, () => {});
}

function asked(call: RailCall) {
  switch (call.name) {
    case "prepare":
      return book.prepare(call.movement);
    case "broadcast":
      return book.broadcast(call.movement, call.plan);
    case "read":
      return book.read(call.id);
  }
}

function gasOf(asset: string) {
  const network = networkOf(asset);
  return network ? networkFee(network) : null;
}
