import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import { demoAssets, sandboxRailOf, sandboxReserves } from "../../../upstream/market/demo/demo-market.ts";
import { seed as seedMarket } from "../../../upstream/market/demo/seed.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { RailMovement } from "../../../upstream/ports/payout-rail.ts";
import type { Rails } from "../../../upstream/ports/rail.ts";
import { createUpstream, type Upstream } from "../../../upstream/program/app.ts";
import type { ServiceClock } from "../../../upstream/program/clock.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { networkOf } from "../../../upstream/rails/sandbox/network.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { answerOf, wireRequest } from "../service/api-client.ts";
import { countedIds, testClock, testEnv } from "../service/exchange.ts";
import { type Books, openBooks } from "./books.ts";
import { type Cases, SimulatedCases } from "./cases.ts";
import { type Chance, chance } from "./chance.ts";
import { type Call, type Customer, customer, type ExchangePlan, type Shop } from "./customer.ts";
import { hasAccount } from "./customer-accounts.ts";
import { depositModel } from "./deposit-model.ts";
import { type DepositsRail, SimulatedDeposits } from "./deposit-rail.ts";
import { type DestinationModel, destinationModel } from "./destination-model.ts";
import { type IncomingRail, SimulatedIncomingRail } from "./incoming-rail.ts";
import { givePasswords, type Leaver, seedLeavers } from "./leavers.ts";
import { type LossyJobs, lossyJobs } from "./lossy-jobs.ts";
import { tiersSetting } from "./loyalty-model.ts";
import type { Bank } from "./member-acts.ts";
import { isFrozen, type Member, memberOf, seedMembers } from "./members.ts";
import { type OutgoingRail, SimulatedOutgoingRail } from "./outgoing-rail.ts";
import { lastFlag } from "./partner-check.ts";
import { openProgramme, programmeSettings } from "./partner-programme.ts";
import { addCodes, codesOf } from "./promo-codes.ts";
import { away, openWire, type Wire } from "./reports.ts";
import { refOf } from "./sending.ts";
import { modelled, walletFaults } from "./wallet-model.ts";

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
  destinations: DestinationModel;
  cases: Cases;
  deposits: DepositsRail;
  jobs: LossyJobs;
  doJobs(): Promise<void>;
  shop: Shop;
  customers: Customer[];
  members: Member[];
  /** Those of them who close their accounts. */
  leavers: Leaver[];
  bank: Bank;
  /** Where a member's wallets differ from the model. */
  walletFaults(who: Member): Promise<string[]>;
  emails: Set<string>;
  faults: string[];
};

/** The real service on an empty database, with simulated rails, customers, members and queues. */
export async function openWorld(db: Database, seed: number, names: readonly number[]): Promise<World> {
  const luck = chance(seed, "world");
  const faults: string[] = [];
  const clock = testClock();
  await seedMarket(db, clock.now());
  await db.query("update pair set status = 'active'");
  const members: Member[] = [];
  // An account of a customer is no other's, and no member has saved it: so money of a wallet waits a day for it.
  const destinations = destinationModel(clock.now, (account) => customers.some((who) => hasAccount(who, account)));
  const customers: Customer[] = [];
  const { rails, ...outside } = await openRails({ db, clock, seed, faults, members, destinations });
  const jobs = lossyJobs(chance(seed, "jobs"));
  const log = createLog("error", { write: (line: string) => void faults.push(...troubleIn(line)) });
  const env = testEnv({ OPERATOR_EMAIL: "operator@example.com", LOYALTY_TIERS: tiersSetting, ...programmeSettings });
  const upstream = createUpstream({ db, env, clock, ids: countedIds(), log, jobs, rails });
  const { context: ctx } = upstream;
  members.push(...(await seedMembers(ctx, seed, names)));
  const programme = await openProgramme(ctx, seed, members);
  const leavers = await seedLeavers(ctx, seed, names.length);
  members.push(...leavers);
  await givePasswords(ctx, members);
  const codes = codesOf(programme);
  await addCodes(ctx, codes);
  const model = { ctx, deposits: outside.model, outgoing: outside.outgoing, programme };
  const call = callOf(upstream, destinations);
  const expected: Bank["expected"] = (who) => modelled(model, who);
  const lastFlagOf: Bank["lastFlagOf"] = (partner) => lastFlag(programme, customers, partner);
  const outlook = { expected, isAnyKept: outside.model.isAnyKept, programme, codes, lastFlagOf };
  const bank: Bank = { ctx, call, deposits: outside.deposits, ...outlook, faults };
  const shop = await shopOf(ctx, { call, incoming: outside.incoming, bank });
  const emails = new Set<string>();
  const work = jobWork(ctx, { ...upstream.mailer, transport: mailTo(emails, faults) });
  customers.push(...customersOf(seed, names, { members, pairs: shop.pairs }));
  return {
    ...{ seed, luck, ctx, upstream, ...outside, jobs, emails, faults, shop, members, leavers, bank },
    doJobs: () => jobs.turn(work),
    walletFaults: (who) => walletFaults(model, who),
    customers,
  };
}

type Outside = {
  db: Database;
  clock: ServiceClock;
  seed: number;
  faults: string[];
  members: readonly Member[];
  destinations: DestinationModel;
};

/** Everything outside the service that moves money, with books of its own. */
async function openRails({ db, clock, seed, faults, members, destinations }: Outside) {
  const books = openBooks();
  for (const [asset, amount] of sandboxReserves) {
    books.enter({ rail: sandboxRailOf(asset), asset }, null, "funding", amount);
  }
  const wire = openWire(chance(seed, "wire"), faults);
  const incoming = new SimulatedIncomingRail(seed, books, wire, { db, clock });
  const decimals = new Map(demoAssets.map((asset) => [asset.id, asset.decimals]));
  const onSend = (movement: RailMovement, hotAddress: string | null) => {
    const paymentIds = incoming.payments(refOf(movement.id)).map(({ id }) => id);
    const place = { decimals: decimals.get(movement.asset) ?? 0, hotAddress, paymentIds };
    const wrong = destinations.wrongTransfer(movement, place);
    if (wrong) faults.push(wrong);
  };
  const onPrepare = (withdrawalId: string) => {
    const owner = members.find(({ withdrawalIds }) => withdrawalIds.has(withdrawalId));
    if (owner && isFrozen(owner, clock.now())) faults.push(`${withdrawalId} left during the freeze of ${owner.email}`);
  };
  const outgoing = new SimulatedOutgoingRail(seed, books, wire, onPrepare, onSend);
  const cases = new SimulatedCases(seed, books, wire, incoming, outgoing);
  const wallets = () => members.flatMap((who) => [...who.wallets.values()]);
  const minimums = new Map(demoAssets.map(({ id, minDeposit }) => [id, minDeposit ?? 0n]));
  const model = depositModel(
    (asset) => minimums.get(asset) ?? 0n,
    (address) => wallets().find((addresses) => addresses.has(address)) ?? new Set([address]),
  );
  const deposits = new SimulatedDeposits(seed, books, wire, model.recorded);
  const rails: Rails = {
    accounts: () => ({ ours: [], contracts: [] }),
    payinMethods: (asset) => incoming.methods(asset),
    payinFor: (asset, method) => incoming.forAsset(asset, method),
    payinOf: ({ asset, method }) => incoming.forAsset(asset, method),
    depositFor: (asset) => deposits.forAsset(asset),
    payoutFor: (asset) => outgoing.forAsset(asset),
    payoutsOf: (asset) => (networkOf(asset) ? [outgoing.forAsset(asset)] : []),
    payoutOf: ({ asset }) => outgoing.forAsset(asset),
    progress: async () => new Map(),
    payoutRail: (asset) => (networkOf(asset) ? outgoing.forAsset(asset).id : undefined),
    runs: () => true,
    webhook: () => undefined,
    byHand: async () => null,
    handSteps: async () => new Map(),
    enteredWith: () => null,
    ...{ isTest: false, hasSimulated: false, hasReal: true, isSimulated: () => false, simulates: () => false },
    describe: async () => undefined,
    networks: () => [],
    statements: () => [],
  };
  return { books, wire, incoming, outgoing, cases, deposits, model, rails, destinations };
}

const troubleIn = (line: string) => (line.includes(away) ? [] : [`logged: ${line.slice(0, 2000)}`]);

/** Every email is sent once. */
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

function callOf({ fetch }: Upstream, destinations: DestinationModel): Call {
  return async (name, sent) => {
    const response = await answerOf(name, await fetch(wireRequest(name, sent)));
    destinations.heard(name, sent, response);
    if (response.status < 500 || response.status === 503) return response;
    throw new Error(`${name} answered ${response.status}: ${response.text}`);
  };
}

async function shopOf({ market, clock }: Context, parts: Pick<Shop, "call" | "incoming" | "bank">): Promise<Shop> {
  const { assets, pairs } = await market.snapshot();
  const decimals = new Map(assets.map((asset) => [asset.id, asset.decimals]));
  const wishes: ExchangePlan[] = [...pairs.values()].map(({ row, from }) => {
    return { from: row.from, to: row.to, least: formatDecimal(row.minFrom, from.decimals) };
  });
  return { ...parts, now: clock.now, decimals: (asset) => decimals.get(asset) ?? 0, pairs: wishes };
}

function customersOf(
  seed: number,
  names: readonly number[],
  { members, pairs }: { members: readonly Member[]; pairs: readonly ExchangePlan[] },
): Customer[] {
  return names.map((name) => {
    const owner = members.find(({ number }) => number === memberOf(name)) ?? null;
    return customer(name, owner, chance(seed, "customer", name), pairs);
  });
}
