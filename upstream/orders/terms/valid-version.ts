import { sql } from "drizzle-orm";
import { termsVersion } from "../../../contract/order/terms.ts";
import { termsState } from "../../db/schema/terms.ts";
import type { Context } from "../../ports/context.ts";

/** How long a version may still be accepted after a newer one has taken effect here: as long as a draft lives. */
const graceSeconds = 24 * 60 * 60;

/** The problem of a field with a version that may not be accepted. */
export const outdatedVersion = { code: "terms_outdated", meta: { version: termsVersion } } as const;

/**
 * Whether a customer may accept this version: the one in force; one that a newer version has replaced here within the last
 * day; or one that another process of this exchange has put in force. During an upgrade two versions of the
 * program answer the same customer, who reads the terms in one and accepts them in the other.
 */
export async function isValidVersion(
  reader: Pick<Context["db"]["orm"], "select">,
  version: string,
  now: Date,
): Promise<boolean> {
  if (version === termsVersion) return true;
  const { version: column, since } = termsState;
  const [first] = await reader
    .select({
      since: sql<Date | null>`min(${since}) filter (where ${column} = ${version})`.mapWith(since),
      // Versions are days: the newer one is the greater text.
      replacedAt: sql<Date | null>`min(${since}) filter (where ${column} > ${version})`.mapWith(since),
    })
    .from(termsState);
  if (!first?.since) return false;
  return first.replacedAt === null || first.replacedAt.getTime() > now.getTime() - graceSeconds * 1000;
}
