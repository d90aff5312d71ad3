import { setTimeout as wait } from "node:timers/promises";
import { api } from "../../../api/client.server.ts";
import { lastMaintenance, rememberMaintenance } from "../../../api/market-state.server.ts";
import type { RouteArgs } from "../../../http/request/request-facts.ts";
import type { Maintenance } from "./maintenance-banner.tsx";

/** Cache time of the answer, since every page needs it. */
const freshMilliseconds = 1000;
/** Time limit: a service that hangs must not delay pages that need nothing else from it. */
const timeoutMilliseconds = 300;

let pending: Promise<void> | undefined;

/** The current maintenance, as last reported; null also when the service does not answer. */
export async function maintenanceNow(args: RouteArgs): Promise<Maintenance | null> {
  const last = lastMaintenance();
  if (last && performance.now() - last.askedMs < freshMilliseconds) return last.maintenance;
  pending ??= ask(args).finally(() => {
    pending = undefined;
  });
  await Promise.race([pending, wait(timeoutMilliseconds, undefined, { ref: false })]);
  return lastMaintenance()?.maintenance ?? null;
}

async function ask(args: RouteArgs): Promise<void> {
  const askedMs = performance.now();
  const response = await api(args, "exchangePairs", {});
  // An error says nothing about maintenance: keeps the last answer and does not retry on the next page.
  if (response.ok) rememberMaintenance(response.data.meta.maintenance, askedMs);
  else rememberMaintenance(lastMaintenance()?.maintenance ?? null, performance.now());
}
