import { sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Orm } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import type { ScreenedKind } from "../rules/hit.ts";
import { answerHours } from "../rules/provider-answer.ts";
import { providerOf } from "./questions.ts";

/** `silentSince`: null while it answers, and where nothing was asked lately. `waiting`: how much waits for an answer, by kind. */
export type ProviderHealth = {
  provider: string;
  silentSince: Date | null;
  waiting: Partial<Record<ScreenedKind, number>>;
};

const counted = z.object({ since: z.coerce.date().nullable(), waiting: z.record(z.string(), z.int()) });

/**
 * Since when the provider has answered no question: what was asked after its last answer, and within a day, has none. Null where
 * there is no provider.
 */
export async function providerHealth(
  reader: Pick<Orm, "execute">,
  env: Context["env"],
  now: Date,
): Promise<ProviderHealth | null> {
  const provider = providerOf(env);
  if (provider === null) return null;
  const from = new Date(now.getTime() - answerHours * 3_600_000).toISOString();
  const { rows } = await reader.execute(sql`
    with last as (
      select coalesce(max(answered_at), '-infinity') as at from screening_question where state in ('clear', 'listed')
    )
    select
      (select greatest(min(created_at), nullif(last.at, '-infinity')) from screening_question
        where case state when 'waiting' then coalesce(asked_at, created_at) when 'silent' then answered_at end
          > greatest(last.at, ${from}::timestamptz)) as since,
      (select coalesce(json_object_agg(kind, count), '{}') from (
        select subject_kind as kind, count(distinct subject_id) from screening_question
          where state = 'waiting' group by subject_kind) waiting) as waiting
    from last`);
  const { since, waiting } = counted.parse(rows[0]);
  return { provider: provider.name, silentSince: since, waiting };
}
