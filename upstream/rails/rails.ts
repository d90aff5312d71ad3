import { type PayinMethod, payinMethods } from "../../contract/order/order-states.ts";
import type { Context } from "../ports/context.ts";
import type { Task } from "../ports/jobs.ts";
import { type Rails, RailUnavailable } from "../ports/rail.ts";
import { registeredRails } from "./registered.ts";
import type { RailDesk, RailRegistration } from "./registration.ts";

/** The default method first; a hosted page is a detour for the customer. */
const usualOrder: readonly PayinMethod[] = ["crypto_address", ...payinMethods];

/** The rails named by the setting `RAILS`. Throws on an unknown name. */
export function railsFor(desk: RailDesk): Rails {
  const named = namedRails(desk.env.RAILS);
  // The last one named comes first: a real rail replaces the simulated one.
  const open = named.map((rail) => rail.open(desk)).reverse();
  const servingPayin = (asset: string, method: PayinMethod) =>
    open.find((rail) => rail.payinMethods(asset).includes(method));
  const payoutsOf = (asset: string) => open.flatMap((rail) => rail.payoutFor(asset) ?? []);
  return {
    payinMethods(asset) {
      const accepted = new Set(open.flatMap((rail) => rail.payinMethods(asset)));
      return [...new Set(usualOrder)].filter((method) => accepted.has(method));
    },
    payinFor(asset, method) {
      const rail = servingPayin(asset, method);
      if (!rail) throw new RailUnavailable(`No rail accepts ${asset} by ${method}`);
      return rail.payinFor(asset, method);
    },
    payinOf({ rail, asset, method }) {
      const serving = open.filter((one) => one.payinMethods(asset).includes(method));
      const payin = serving.map((one) => one.payinFor(asset, method)).find(({ id }) => id === rail);
      if (!payin) throw new RailUnavailable(`The rail ${rail} does not run, or does not accept ${asset} by ${method}`);
      return payin;
    },
    depositFor(asset) {
      for (const rail of open) {
        const deposits = rail.depositFor?.(asset);
        if (deposits) return deposits;
      }
    },
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
    payoutRail: (asset) => payoutsOf(asset)[0]?.id,
    runs: ({ rail, asset }) =>
      open.some((one) => {
        const payins = one.payinMethods(asset).map((method) => one.payinFor(asset, method));
        return [...payins, one.depositFor?.(asset), one.payoutFor(asset)].some((part) => part?.id === rail);
      }),
    async progress(payments) {
      const read = payments.length === 0 ? [] : await Promise.all(open.map((rail) => rail.progress(payments)));
      return new Map(read.flatMap((known) => [...known]));
    },
    webhook: (name) => open.find(({ webhooks }) => Object.hasOwn(webhooks, name))?.webhooks[name],
    sandbox: named.some(({ isSandbox }) => isSandbox),
  };
}

/** The scheduled tasks of the rails in `RAILS`. */
export function railTasks(ctx: Context): Task[] {
  return namedRails(ctx.env.RAILS).flatMap((rail) => rail.tasks(ctx));
}

function namedRails(setting: string): RailRegistration[] {
  return setting.split(",").map((name) => {
    const rail = registeredRails.find((known) => known.name === name.trim());
    if (!rail) throw new Error(`RAILS names the unknown rail ${name}`);
    return rail;
  });
}
