import { type PayinMethod, payinMethods } from "../../contract/order/order-states.ts";
import type { Context } from "../ports/context.ts";
import type { PeriodicTask } from "../ports/jobs.ts";
import { type Rails, RailUnavailable } from "../ports/rail.ts";
import { registeredRails } from "./registered.ts";
import type { OpenRail, RailDesk, RailRegistration } from "./registration.ts";

/** The default method first; a hosted page is a detour for the customer. */
const usualOrder: readonly PayinMethod[] = ["crypto_address", ...payinMethods];

type RunningRail = { registration: RailRegistration; rail: OpenRail };

/** The rails named by the setting `RAILS`. Throws on an unknown name. */
export function railsFor(desk: RailDesk): Rails {
  const named = namedRails(desk.env.RAILS);
  // The last one named comes first: it takes what is new.
  const running = named.map((registration) => ({ registration, rail: registration.open(desk) })).reverse();
  const open = running.map(({ rail }) => rail);
  const payoutsOf = (asset: string) => open.flatMap((rail) => rail.payoutFor(asset) ?? []);
  return {
    ...payins(running),
    ...natureOf(running, desk.env.REAL_RAILS_ON === "test-networks"),
    payoutFor(asset) {
      const [payout] = payoutsOf(asset);
      if (!payout) throw new RailUnavailable(`No rail pays out ${asset}`);
      return payout;
    },
    payoutOf({ rail, asset }) {
      const payout = payoutsOf(asset).find(({ id }) => id === rail);
      if (!payout) throw new RailUnavailable(`The rail ${rail} does not run, or does not pay out ${asset}`);
      return payout;
    },
    payoutsOf,
    enteredWith: (id, fact) => registeredRails.find(({ name }) => name === id)?.enteredWith?.[fact] ?? null,
    payoutRail: (asset) => payoutsOf(asset)[0]?.id,
    runs: (part) => open.some((rail) => hasPart(rail, part)),
    async progress(payments) {
      const read = payments.length === 0 ? [] : await Promise.all(open.map((rail) => rail.progress(payments)));
      return new Map(read.flatMap((progress) => [...progress]));
    },
    async byHand(ref) {
      for (const rail of open) {
        const work = await rail.byHand?.(ref);
        if (work) return work;
      }
      return null;
    },
    async handSteps(refs) {
      const steps = refs.length === 0 ? [] : await Promise.all(open.map((rail) => rail.handSteps?.(refs)));
      return new Map(steps.flatMap((ofRail) => [...(ofRail ?? [])]));
    },
    accounts() {
      const ofRails = open.flatMap((rail) => rail.accounts?.() ?? []);
      return {
        ours: ofRails.flatMap(({ ours }) => ours),
        contracts: ofRails.flatMap(({ contracts }) => contracts),
      };
    },
    webhook: (name) => open.find(({ webhooks }) => Object.hasOwn(webhooks, name))?.webhooks[name],
    async describe(asset) {
      for (const rail of open) {
        const description = await rail.describe(asset);
        if (description) return description;
      }
    },
    statements: () =>
      running.map(({ registration: { name: rail }, rail: { statement } }) => ({ rail, take: statement })),
    networks: () =>
      running.flatMap(({ registration: { name: rail }, rail: { network } }) =>
        network ? [{ rail, ...network() }] : [],
      ),
  };
}

/** How money comes in. A simulated rail takes nothing new of an asset whose money is real. */
function payins(running: readonly RunningRail[]) {
  const open = running.map(({ rail }) => rail);
  const taking = (asset: string) => {
    const isReal = !isSimulatedAt(running, asset);
    return running.filter(({ registration }) => !(isReal && isSimulation(registration))).map(({ rail }) => rail);
  };
  return {
    payinMethods(asset) {
      const accepted = new Set(taking(asset).flatMap((rail) => rail.payinMethods(asset)));
      return [...new Set(usualOrder)].filter((method) => accepted.has(method));
    },
    payinFor(asset, method) {
      const rail = taking(asset).find((candidate) => candidate.payinMethods(asset).includes(method));
      if (!rail) throw new RailUnavailable(`No rail accepts ${asset} by ${method}`);
      return rail.payinFor(asset, method);
    },
    payinOf({ rail, asset, method }) {
      const serving = open.filter((openRail) => openRail.payinMethods(asset).includes(method));
      const payin = serving.map((openRail) => openRail.payinFor(asset, method)).find(({ id }) => id === rail);
      if (!payin) throw new RailUnavailable(`The rail ${rail} does not run, or does not accept ${asset} by ${method}`);
      return payin;
    },
    depositFor(asset) {
      for (const rail of taking(asset)) {
        const deposits = rail.depositFor?.(asset);
        if (deposits) return deposits;
      }
    },
  } satisfies Partial<Rails>;
}

/** Whether money is simulated, real, or worth nothing because its network is one for tests. */
function natureOf(running: readonly RunningRail[], isOnTestNetworks: boolean) {
  const hasSimulated = running.some(({ registration }) => isSimulation(registration));
  return {
    isTest: isOnTestNetworks || hasSimulated,
    hasSimulated,
    hasReal: !running.every(({ registration }) => isSimulation(registration)),
    isSimulated: (asset) => isSimulatedAt(running, asset),
    simulates(part) {
      const ofPart = running.find(({ rail }) => hasPart(rail, part));
      return ofPart
        ? isSimulation(ofPart.registration)
        : registeredRails.some((registration) => registration.simulates?.(part.rail) === true);
    },
  } satisfies Partial<Rails>;
}

/** By the rail that new money leaves by; by the one that it comes in by where none pays it out. */
function isSimulatedAt(running: readonly RunningRail[], asset: string): boolean {
  const serving =
    running.find(({ rail }) => rail.payoutFor(asset)) ??
    running.find(({ rail }) => rail.payinMethods(asset).length > 0 || rail.depositFor?.(asset));
  return isSimulation(serving?.registration);
}

function hasPart(rail: OpenRail, { rail: id, asset }: { rail: string; asset: string }): boolean {
  const ofPayins = rail.payinMethods(asset).map((method) => rail.payinFor(asset, method));
  return [...ofPayins, rail.depositFor?.(asset), rail.payoutFor(asset)].some((part) => part?.id === id);
}

/** The scheduled tasks of the rails in `RAILS`. */
export function railTasks(ctx: Context): PeriodicTask[] {
  return namedRails(ctx.env.RAILS).flatMap((rail) => rail.tasks(ctx));
}

const isSimulation = (registration: RailRegistration | undefined) => registration?.simulates !== undefined;

function namedRails(setting: string): RailRegistration[] {
  return setting.split(",").map((name) => {
    const rail = registeredRails.find((registration) => registration.name === name.trim());
    if (!rail) throw new Error(`RAILS names the unknown rail ${name}`);
    return rail;
  });
}
