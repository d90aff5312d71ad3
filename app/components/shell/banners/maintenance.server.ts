import { setTimeout as wait } from "node:timers/promises";
import { api } from "../../../api/client.server.ts";
import { lastMaintenance, rememberMaintenance } from "../../../api/market-state.server.ts";
import type { RouteArgs } from "../../../http/request/request-facts.ts";
import type { Maintenance } from "./maintenance-banner.tsx";

/** So long an answer is as good as new; every page asks, so asking must cost next to nothing. */
const freshMilliseconds = 1000;
/** A service that hangs must not keep pages waiting that need nothing else of it. */
const patienceMilliseconds = 300;

let asking: Promise<void> | undefined;

/** Whether the exchange takes no new orders, as far as it said so lately; null also while it does not answer. */
export async function maintenanceNow(args: RouteArgs): Promise<Maintenance | null> {
  const last = lastMaintenance();
  if (last && performance.now() - last.askedMs < freshMilliseconds) return last.maintenance;
  asking ??= ask(args).finally(() => {
    asking = undefined;
  });
  await Promise.race([asking, wait(patienceMilliseconds, undefined, { ref: false })]);
  return lastMaintenance()?.maintenance ?? null;
}

async function ask(args: RouteArgs): Promise<void> {
  const askedMs = performance.now();
  const answer = await api(args, "exchangePairs", {});
  // An error says nothing about maintenance: what was known stays, and the next page does not ask again at once.
  if (answer.ok) rememberMaintenance(answer.data.meta.maintenance, askedMs);
  else rememberMaintenance(lastMaintenance()?.maintenance ?? null, performance.now());
}
