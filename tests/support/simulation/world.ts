import { formatDecimal } from "../../../contract/values/decimal.ts";
import { createUpstream, type Upstream } from "../../../upstream/app.ts";
import type { Context } from "../../../upstream/context.ts";
import type { Database } from "../../../upstream/db/database.ts";
import { sandboxRailOf, sandboxReserves } from "../../../upstream/demo/demo-market.ts";
import { seed as seedMarket } from "../../../upstream/demo/seed.ts";
import { jobWork } from "../../../upstream/jobs/job-work.ts";
import { createLog } from "../../../upstream/log.ts";
import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import type { Rails } from "../../../upstream/ports/rail.ts";
import { networkOf } from "../../../upstream/rails/sandbox/network.ts";
import { answerOf, wireRequest } from "../service/api-client.ts";
import { countedIds, testClock, testEnv } from "../service/exchange.ts";
import { type Books, openBooks } from "./books.ts";
import { type Cases, SimulatedCases } from "./cases.ts";
import { type Chance, chance } from "./chance.ts";
import { type Customer, customer, type Shop, type Wish } from "./customer.ts";
import { type IncomingRail, SimulatedIncomingRail } from "./incoming-rail.ts";
import { type LossyJobs, lossyJobs } from "./lossy-jobs.ts";
import { type OutgoingRail, SimulatedOutgoingRail } from "./outgoing-rail.ts";
import { away, openWire, type Wire } from "./reports.ts";

/** A small exchange and its environment, determined by one seed. */
export type World = {
  seed: number;
  luck: Chance;
  ctx: Context;
  upstream: Upstream;
  books: Books;
  wire: Wire;
  incoming: IncomingRail;
  outgoing: OutgoingRail;
  cases: Cases;
  jobs: LossyJobs;
  doJobs(): Promise<void>;
  shop: Shop;
  customers: Customer[];
  emails: Set<string>;
  faults: string[];
};

/** The real service on an empty database, with simulated rails, customers and queues. */
export async function openWorld(db: Database, seed: number, names: readonly number[]): Promise<World> {
  const luck = chance(seed, "world");
  const faults: string[] = [];
  const clock = testClock();
  await seedMarket(db, clock.now());
  await db.query("update pair set status = 'active'");
  const books = openBooks();
  for (const [asset, amount] of sandboxReserves) {
    books.enter({ rail: sandboxRailOf[asset], asset }, null, "funding", amount);
  }
  const wire = openWire(chance(seed, "wire"), faults);
  const incoming = new SimulatedIncomingRail(seed, books, wire, { db, clock });
  const outgoing = new SimulatedOutgoingRail(seed, books, wire);
  const cases = new SimulatedCases(seed, books, wire, incoming, outgoing);
  const jobs = lossyJobs(chance(seed, "jobs"));
  const rails: Rails = {
    payinMethods: (asset) => incoming.methods(asset),
    payinFor: (asset, method) => incoming.forAsset(asset, method),
    depositFor: () => undefined,
    payoutFor: (asset) => outgoing.forAsset(asset),
    progress: async () => new Map(),
    payoutRail: (asset) => (networkOf(asset) ? outgoing.forAsset(asset).id : undefined),
    webhook: () => undefined,
    sandbox: false,
  };
  const log = createLog("error", { write: (line: string) => void faults.push(...troubleIn(line)) });
  const env = testEnv({ OPERATOR_EMAIL: "operator@example.com" });
  const upstream = createUpstream({ db, env, clock, ids: countedIds(), log, jobs, rails });
  const emails = new Set<string>();
  const work = jobWork(upstream.context, { ...upstream.post, transport: mailTo(emails, faults) });
  return {
    ...{ seed, luck, ctx: upstream.context, upstream, books, wire, incoming, outgoing, cases, jobs, emails, faults },
    doJobs: () => jobs.turn(work),
    shop: await shopOf(upstream, incoming),
    customers: await customersOf(upstream.context, seed, names),
  };
}

const troubleIn = (line: string) => (line.includes(away) ? [] : [`logged: ${line.slice(0, 2000)}`]);

/** Every e-mail is sent once. */
function mailTo(emails: Set<string>, faults: string[]) {
  return {
    result: "sent" as const,
    async deliver({ id }: Envelope) {
      if (emails.has(id)) faults.push(`the letter ${id} came twice`);
      emails.add(id);
    },
    close() {},
  };
}

async function shopOf({ fetch, context }: Upstream, incoming: IncomingRail): Promise<Shop> {
  const { assets } = await context.market.snapshot();
  const decimals = new Map(assets.map((asset) => [asset.id, asset.decimals]));
  return {
    incoming,
    now: context.clock.now,
    decimals: (asset) => decimals.get(asset) ?? 0,
    async call(name, sent) {
      const answer = await answerOf(name, await fetch(wireRequest(name, sent)));
      if (answer.status < 500 || answer.status === 503) return answer;
      throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    },
  };
}

async function customersOf(ctx: Context, seed: number, names: readonly number[]): Promise<Customer[]> {
  const { pairs } = await ctx.market.snapshot();
  const wishes: Wish[] = [...pairs.values()].map(({ row, from }) => {
    return { from: row.from, to: row.to, least: formatDecimal(row.minFrom, from.decimals) };
  });
  return names.map((name) => customer(name, chance(seed, "customer", name), wishes));
}
