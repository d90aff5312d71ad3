import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { partnerLink } from "../../db/schema/affiliates.ts";
import { promo } from "../../db/schema/market.ts";
import { type Promo, promoCode } from "../../market/rules/promo.ts";

type Source = { reader: Pick<Orm, "select">; arePartnersOn: boolean };

/**
 * A code made by an operator, or that of a partner's link, which can be typed instead of clicked. Without a programme no
 * code leads to a partner. Not cached: the number of uses left changes.
 */
export async function findPromo({ reader, arePartnersOn }: Source, typed: string): Promise<Promo | undefined> {
  const [row] = await reader
    .select()
    .from(promo)
    .where(eq(promo.code, promoCode(typed)));
  if (row) return row.kind === "partner_bind" && !arePartnersOn ? undefined : row;
  return arePartnersOn ? codeOfLink(reader, typed) : undefined;
}

/** A deleted link's code is unknown, as a click on it is. */
async function codeOfLink(reader: Source["reader"], typed: string): Promise<Promo | undefined> {
  const [link] = await reader
    .select()
    .from(partnerLink)
    .where(and(eq(sql`lower(${partnerLink.code})`, typed.trim().toLowerCase()), isNull(partnerLink.deletedAt)));
  return link && { ...unlimited, code: link.code, partnerId: link.partnerId };
}

const unlimited = {
  kind: "partner_bind",
  value: "0",
  pairs: [],
  minFrom: null,
  startsAt: null,
  expiresAt: null,
  usesLeft: null,
  usesPerEmail: null,
  newUsersOnly: false,
  stoppedAt: null,
} as const satisfies Partial<Promo>;
