import type { Context } from "../../ports/context.ts";
import { providerHealth } from "../../screening/provider/provider-health.ts";
import type { ShownRow } from "../command.ts";

/** A question that was asked just now is no silence. */
const leastSilenceMs = 60_000;

/** Since when the screening provider has not answered, and how much waits for it; null while it answers. */
export async function silentProviderRow({ clock, db, env }: Context): Promise<ShownRow | null> {
  const now = clock.now();
  const health = await providerHealth(db.orm, env, now);
  if (health === null || health.silentSince === null) return null;
  const { provider, silentSince, waiting } = health;
  if (now.getTime() - silentSince.getTime() < leastSilenceMs) return null;
  const { order = 0, deposit = 0, movement = 0 } = waiting;
  return {
    ...{ provider, silent_since: silentSince.toISOString() },
    ...{ orders_waiting: order, deposits_waiting: deposit, payouts_waiting: movement },
    in_the_end: env.SCREENING_SILENT === "hold" ? "a hit, `no answer`" : "goes on unchecked",
  };
}
