import { eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { screeningHit } from "../../../db/schema/screening.ts";
import type { Context } from "../../../ports/context.ts";
import { type ProviderHealth, providerHealth } from "../../../screening/provider/provider-health.ts";
import type { Figure } from "../metrics.ts";

const counts = z.object({ open: z.int(), late: z.int() });

/**
 * Customers who may be listed parties and wait for a decision, and those whose promised time has passed; and for how long the
 * provider has not answered.
 */
export async function screeningFigures(tx: Tx, env: Context["env"], now: Date): Promise<Figure[]> {
  const [row] = await tx
    .select({
      open: sql`count(distinct ${screeningHit.customer})::int`,
      late: sql`count(distinct ${screeningHit.customer}) filter (where ${screeningHit.dueAt} < ${now.toISOString()})::int`,
    })
    .from(screeningHit)
    .where(eq(screeningHit.state, "open"));
  const { open, late } = counts.parse(row);
  return [
    {
      name: "screening_hits_open",
      help: "Customers who may be listed parties, and whom nobody has decided about.",
      values: [{ value: open }],
    },
    { name: "screening_hits_late", help: "Those whose promised time has passed.", values: [{ value: late }] },
    ...providerFigures(await providerHealth(tx, env, now), now),
  ];
}

/** Without a provider both are named and have no value. */
function providerFigures(health: ProviderHealth | null, now: Date): Figure[] {
  const { silentSince = null, waiting = {} } = health ?? {};
  const seconds = silentSince === null ? 0 : Math.max(0, (now.getTime() - silentSince.getTime()) / 1000);
  return [
    {
      name: "screening_provider_silent_seconds",
      help: "For how long the screening provider has answered no question.",
      values: health === null ? [] : [{ value: seconds }],
    },
    {
      name: "screening_provider_waiting",
      help: "What waits for an answer of the screening provider, by kind.",
      values: Object.entries(waiting).map(([kind, value]) => ({ labels: { kind }, value })),
    },
  ];
}
