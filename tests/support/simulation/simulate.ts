import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import type { Database } from "../../../upstream/db/database.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { recordRates } from "../../../upstream/orders/quotes/rate-history.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { readMovement } from "../../../upstream/payouts/movement.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import { cashbackFaults } from "./cashback-model.ts";
import { decide, payDue } from "./customer.ts";
import { checkWorld, historyOf } from "./judge.ts";
import { closingFaults, isKeptOpen, leave } from "./leavers.ts";
import { act, finish, walletAssets } from "./member-acts.ts";
import { overseeWithdrawals, unfreezeMembers } from "./member-operator.ts";
import { isFrozen, memberOf } from "./members.ts";
import { adjustReserve, type OpenOrder, resolveOrder, stop } from "./operator.ts";
import { order } from "./ordering.ts";
import { checkPartners } from "./partner-check.ts";
import { overseePartners, settlePartners } from "./partner-operator.ts";
import { promoFaults } from "./promo-codes.ts";
import type { MovementChanged, WireEvent } from "./reports.ts";
import { openWorld, type World } from "./world.ts";

export type Outcome = { faults: string[]; history: string; turns: number; emails: number; steps: Set<string> };

/**
 * Runs one world to its end: the named customers arrive one after the other, the clock and rates jump, the reserve runs
 * low, rails and queues lose and repeat messages; then everything calms down and must come to rest. The database must
 * be empty. Returns the faults as text; never throws.
 */
export async function simulate(
  db: Database,
  seed: number,
  names: readonly number[],
  turnsAfterArrival = 60,
): Promise<Outcome> {
  const world = await openWorld(db, seed, names);
  const busyTurns = Math.ceil(names.length / arrivalsATurn) + turnsAfterArrival;
  const { faults, books, emails } = world;
  let turns = 0;
  try {
    for (; turns < busyTurns && faults.length === 0; turns += 1) await turn(world, turns, false);
    calm(world);
    let unfinished = await unfinishedWork(world);
    while (faults.length === 0 && unfinished.length > 0) {
      turns += 1;
      if (turns > busyTurns + mostCalmTurns) faults.push(...unfinished.map((why) => `does not come to rest: ${why}`));
      else await turn(world, turns, true);
      unfinished = await unfinishedWork(world);
    }
    if (faults.length === 0) faults.push(...(await checkAtRest(world)));
  } catch (error) {
    faults.push(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
  }
  const steps = await stepsOf(db);
  return {
    faults: faults.map((fault) => named(world, fault)),
    history: await historyOf(db, books),
    turns,
    emails: emails.size,
    steps,
  };
}

async function checkAtRest(world: World): Promise<string[]> {
  const { ctx, books, bank } = world;
  return [
    ...(await checkWorld(ctx.db, books)),
    ...(await checkWallets(world)),
    ...(await closingFaults(ctx.db, world.leavers)),
    ...(await checkPartners(world, true)),
    ...(await cashbackFaults(ctx.db, books, bank.codes)),
    ...(await promoFaults(ctx.db, bank.codes)),
  ];
}

/** Names the customer, since one can be simulated again alone, unlike an order number. */
function named({ customers, members }: World, fault: string): string {
  const member = members.find(
    ({ email, withdrawalIds }) => fault.includes(email) || [...withdrawalIds].some((id) => fault.includes(id)),
  );
  const who = customers.find(({ ref, owner }) => (ref !== null && fault.includes(ref)) || (member && owner === member));
  return who ? `${fault} (customer ${who.name})` : fault;
}

/** Customers that arrive per turn; the last ones have some time before the world calms down. */
const arrivalsATurn = 4;
const mostCalmTurns = 120;

async function turn(world: World, turns: number, isCalm: boolean): Promise<void> {
  const { ctx, shop, customers, members, bank, luck, wire, incoming, deposits, outgoing, cases } = world;
  await ctx.clock.advance(isCalm ? luck.between(3, 40) * 3600 : jump(world));
  await recordRates(ctx);
  await changeMarket(world, isCalm);
  await oversee(world, isCalm);
  const here = customers.slice(0, isCalm ? customers.length : (turns + 1) * arrivalsATurn);
  for (const who of here) {
    if (!isCalm && who.executedAt === null) await order(shop, who);
    if (!isCalm) payDue(shop, who);
  }
  const arrived = members.filter(({ number }) => here.some(({ name }) => memberOf(name) === number));
  for (const who of arrived) await (isCalm ? finish(bank, who) : act(bank, who));
  const assets = await walletAssets(bank);
  for (const who of world.leavers) await leave(bank, who, assets, isCalm);
  for (const who of arrived) if (who.luck.percent(2)) await isKeptOpen(bank, who);
  incoming.turn();
  deposits.turn();
  outgoing.turn();
  cases.turn(here.flatMap(({ ref }) => ref ?? []));
  await wire.turn((ref, event) => deliver(ctx, ref, event));
  await actOnOrders(world, isCalm);
  const ownerOf = (id: string) => members.find(({ withdrawalIds }) => withdrawalIds.has(id));
  await overseeWithdrawals(world, isCalm, (id) => isFrozen(ownerOf(id) ?? noMember, ctx.clock.now()));
  if (!isCalm) await unfreezeMembers(world, arrived);
  await world.doJobs();
  await world.upstream.sweep();
  await settleRewards(ctx);
  await world.doJobs();
  await sweepDue(ctx);
  await resumeWaiting(ctx);
  await readSent(ctx);
  if (turns % 8 === 0) world.faults.push(...(await checkWallets(world)));
  if (turns % 16 === 0) {
    world.faults.push(...(await checkPartners(world, false)), ...(await promoFaults(ctx.db, world.bank.codes)));
  }
  if (turns % 40 === 0) world.faults.push(...(await verify(ctx.db)).map(({ sentence: words }) => words));
}

async function oversee({ ctx, luck, faults, bank, customers }: World, isCalm: boolean): Promise<void> {
  const desk = { ctx, luck, faults };
  const placed = customers.flatMap(({ ref, executedAt }) => (ref !== null && executedAt !== null ? [ref] : []));
  if (isCalm) await settlePartners(desk, bank.programme);
  else await overseePartners(desk, bank.programme, placed);
}

const noMember = { frozenUntil: null };

async function checkWallets({ members, walletFaults }: World): Promise<string[]> {
  const faults = await Promise.all(members.map((who) => walletFaults(who)));
  return faults.flat();
}

/** Whether the service has taken it. */
async function deliver(ctx: World["ctx"], ref: string, event: WireEvent): Promise<boolean> {
  if (event.name === "movement_changed") return hasHeard(ctx, event);
  if (event.name === "deposit_changed") return (await reportDeposit(ctx, event.report)) === "recorded";
  return !isRefusal(await applyEvent(ctx, ref, event, "rail"));
}

const ends = ["reverted", "settled", "returned"];

/** The service reads the movement; whether it then knows at least what the rail has told it of. */
async function hasHeard(ctx: World["ctx"], { id, wanted }: MovementChanged): Promise<boolean> {
  try {
    await advance(ctx, id);
  } catch (error) {
    if (error instanceof RailUnavailable) return false;
    throw error;
  }
  const row = await readMovement(ctx.db.orm, id);
  return ends.indexOf(row?.state ?? "") >= ends.indexOf(wanted);
}

/** Mostly minutes, so that orders meet their windows; sometimes hours and days. */
function jump({ luck }: World): number {
  return luck.weighed<() => number>([
    [72, () => luck.between(5, 150)],
    [20, () => luck.between(150, 1800)],
    [5, () => luck.between(1800, 40_000)],
    [3, () => luck.between(1, 9) * 86_400],
  ])();
}

async function changeMarket({ ctx, luck, books, outgoing, destinations }: World, isCalm: boolean): Promise<void> {
  const { pairs, assets } = await ctx.market.snapshot();
  if (isCalm || luck.percent(85)) await ctx.db.query("update reference_rate set updated_at = $1", [ctx.clock.now()]);
  if (!isCalm && luck.percent(12)) {
    const pair = luck.pick([...pairs.keys()]);
    const factor = 1 + luck.between(-80, 80) / 1000;
    await ctx.db.query(
      `with changed as (
          update reference_rate set rate = round(rate::numeric * $1::numeric, 12)::text where pair_id = $2 returning *)
        insert into audit (id, actor, action, subject, details, at)
          select $3, 'olga', 'rate_set', pair_id, jsonb_build_object('after', rate), $4 from changed`,
      [String(factor), pair, ctx.ids.newId("aud"), ctx.clock.now()],
    );
  }
  const desk = { ctx, luck, books, outgoing, destinations };
  if (isCalm && luck.percent(20)) for (const { id } of assets) await adjustReserve(desk, id, true);
  else if (luck.percent(25)) await adjustReserve(desk, luck.pick(assets).id, false);
  ctx.market.changed();
}

async function actOnOrders(world: World, isCalm: boolean): Promise<void> {
  const { ctx, shop, customers, luck, books, outgoing, destinations } = world;
  const desk = { ctx, luck, books, outgoing, destinations };
  const byRef = new Map(customers.map((who) => [who.ref, who]));
  for (const openOrder of await openOrders(ctx.db)) {
    const who = byRef.get(openOrder.ref);
    const isHeld = openOrder.status === "on_hold" || openOrder.status === "refund_pending";
    const isWaiting = openOrder.status === "awaiting_payment" || openOrder.status === "payment_reported";
    if (who && (isHeld || isWaiting) && who.luck.percent(isCalm ? 50 : 14)) await decide(shop, who);
    if (isHeld && luck.percent(isCalm ? 50 : 6)) await resolveOrder(desk, openOrder);
    else if (!isHeld && !isCalm && luck.percent(0.3)) await stop(desk, openOrder.ref);
  }
}

async function openOrders(db: Database): Promise<OpenOrder[]> {
  const { rows } = await db.query(
    `select ref, status, hold_reason as "holdReason", dispute_flag as "disputeFlag" from exchange_order
      where status not in ('draft', 'completed', 'refunded', 'failed', 'charged_back', 'expired', 'cancelled')
      order by ref`,
  );
  return rows as OpenOrder[];
}

function calm({ wire, jobs, incoming, deposits, outgoing, cases }: World): void {
  for (const part of [wire, jobs, incoming, deposits, outgoing, cases]) part.calm();
}

/** Why the world is not at rest yet; null when it is. */
async function unfinishedWork({ ctx, wire, jobs, customers, ...world }: World): Promise<string[]> {
  const { incoming, deposits, outgoing, cases, members } = world;
  const refs = customers.flatMap(({ ref }) => ref ?? []);
  const { rows } = await ctx.db.query(
    `select ref, status, hold_reason from exchange_order where status not in
      ('completed', 'refunded', 'failed', 'charged_back', 'expired', 'cancelled') or dispute_flag is not null`,
  );
  const withdrawals = await ctx.db.query("select id, status from withdrawal where ended_at is null");
  const sweeps = await ctx.db.query("select id from outgoing where kind = 'sweep' and status = 'sending'");
  return [
    ...wire.waiting().map(({ ref, event }) => `${ref}: ${event()?.name} is not delivered yet`),
    ...(jobs.waiting() > 0 ? [`${jobs.waiting()} jobs wait`] : []),
    ...refs.filter((ref) => !incoming.isQuiet(ref)).map((ref) => `${ref}: a payment goes on`),
    ...refs.filter((ref) => !outgoing.isQuiet(ref)).map((ref) => `${ref}: something is being sent`),
    ...refs.filter((ref) => !cases.isQuiet(ref)).map((ref) => `${ref}: a case goes on`),
    ...rows.map(({ ref, status, hold_reason: reason }) => `${ref}: ${status} ${reason ?? ""}`),
    ...(deposits.isQuiet() ? [] : ["a deposit goes on"]),
    ...withdrawals.rows.map(({ id, status }) => `${id}: ${status}`),
    ...sweeps.rows.map(({ id }) => `${id}: a sweep goes on`),
    ...members.flatMap(({ withdrawalIds }) =>
      [...withdrawalIds].filter((id) => !outgoing.isQuiet(id)).map((id) => `${id}: it is being sent`),
    ),
  ];
}

async function stepsOf(db: Database): Promise<Set<string>> {
  const { rows } = await db.query(
    "select distinct from_status || ' ' || event || ' ' || to_status as step from order_event",
  );
  return new Set(rows.map(({ step }) => String(step)));
}
