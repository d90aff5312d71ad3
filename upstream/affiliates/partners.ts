import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { AffiliateLink } from "../../contract/affiliate/affiliate.ts";
import { type Lang, languageSettings } from "../../contract/values/languages.ts";
import type { Orm, Tx } from "../db/database.ts";
import { partner, partnerLink } from "../db/schema/affiliates.ts";
import { promo } from "../db/schema/market.ts";
import { promoCode } from "../market/rules/promo.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { partnerBefore } from "./bind-member.ts";
import { mostLinks } from "./rules/affiliate-policy.ts";
import { isReservedCode } from "./rules/reserved-codes.ts";

export type PartnerRow = typeof partner.$inferSelect;
type LinkRow = typeof partnerLink.$inferSelect;
type Accounts = Pick<Context, "db" | "ids">;

export async function partnerOf(reader: Pick<Orm, "select">, memberId: string): Promise<PartnerRow | undefined> {
  const [row] = await reader.select().from(partner).where(eq(partner.memberId, memberId));
  return row;
}

/** Makes the member a partner with a main link; of two requests at once the first one's partner stays. */
export async function joinProgramme(ctx: Accounts, memberId: string, now: Date): Promise<PartnerRow> {
  return ctx.db.transaction(async (tx) => {
    const values = { id: ctx.ids.newId("pa"), memberId, parentId: await partnerBefore(tx, memberId), joinedAt: now };
    const [insertedPartner] = await tx.insert(partner).values(values).onConflictDoNothing().returning();
    if (insertedPartner)
      await insertLink(tx, ctx, { partnerId: insertedPartner.id, label: null, isMain: true, createdAt: now }, null);
    const row = insertedPartner ?? (await partnerOf(tx, memberId));
    if (!row) throw new Error(`The partner of ${memberId} is not there`);
    return row;
  });
}

/** Not deleted ones, the main one first. */
export async function linksOf(reader: Pick<Orm, "select">, partnerId: string): Promise<LinkRow[]> {
  return reader
    .select()
    .from(partnerLink)
    .where(and(eq(partnerLink.partnerId, partnerId), isNull(partnerLink.deletedAt)))
    .orderBy(desc(partnerLink.isMain), asc(partnerLink.createdAt), asc(partnerLink.code));
}

const chosenCode = /^[A-Za-z0-9_-]{3,20}$/;
const labelLength = 40;

/** Refuses a label or code that cannot be used or speaks for us, a code that is taken, and more links than a partner may have. */
export async function addLink(
  ctx: Accounts & Pick<Context, "env">,
  partnerId: string,
  typed: { label: string; code: string | null },
  now: Date,
): Promise<LinkRow | Refusal> {
  const label = labelFault(typed.label);
  if (label) return label;
  if (typed.code !== null && !chosenCode.test(typed.code)) return refuseFields({ pointer: "/code", code: "invalid" });
  if (typed.code !== null && isReservedCode(typed.code, ctx.env.BRAND_NAME))
    return refuseFields({ pointer: "/code", code: "not_allowed" });
  return ctx.db.transaction(async (tx) => {
    await tx.select().from(partner).where(eq(partner.id, partnerId)).for("update");
    const [{ links } = { links: 0 }] = await tx
      .select({ links: count() })
      .from(partnerLink)
      .where(and(eq(partnerLink.partnerId, partnerId), isNull(partnerLink.deletedAt)));
    if (links >= mostLinks)
      return refuseFields({ pointer: "/label", code: "too_many", meta: { max: String(mostLinks) } });
    const isPromo = typed.code !== null && (await isPromoCode(tx, typed.code));
    if (isPromo) return refuseFields({ pointer: "/code", code: "not_allowed" });
    const row = { partnerId, label: typed.label, isMain: false, createdAt: now };
    return (await insertLink(tx, ctx, row, typed.code)) ?? refuseFields({ pointer: "/code", code: "not_allowed" });
  });
}

export async function renameLink(
  { db }: Pick<Context, "db">,
  partnerId: string,
  { code, label }: { code: string; label: string },
): Promise<LinkRow | Refusal> {
  const fault = labelFault(label);
  if (fault) return fault;
  const [row] = await db.orm.update(partnerLink).set({ label }).where(isLinkOf(partnerId, code)).returning();
  return row ?? refuse("not_found");
}

/** Orders it has brought stay. Refuses to delete the main link. */
export async function removeLink(
  { db }: Pick<Context, "db">,
  partnerId: string,
  code: string,
  now: Date,
): Promise<Refusal | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(partnerLink).where(isLinkOf(partnerId, code)).for("update");
    if (!row) return refuse("not_found");
    if (row.isMain) return refuse("invalid_transition");
    await tx.update(partnerLink).set({ deletedAt: now }).where(eq(partnerLink.code, row.code));
    return undefined;
  });
}

export function linkView({ env }: Pick<Context, "env">, row: LinkRow, language: Lang): AffiliateLink {
  const { code, label, isMain, createdAt } = row;
  return { code, label, is_main: isMain, link: linkUrl(env, code, language), created_at: createdAt.toISOString() };
}

/** Of the home page in the language that the partner reads, whose customers mostly read the same. */
export const linkUrl = ({ PUBLIC_ORIGIN }: Pick<Context["env"], "PUBLIC_ORIGIN">, code: string, language: Lang) =>
  `${PUBLIC_ORIGIN}/${languageSettings[language].prefix}?partner=${code}`;

const isLinkOf = (partnerId: string, code: string) =>
  and(
    eq(partnerLink.partnerId, partnerId),
    eq(sql`lower(${partnerLink.code})`, code.toLowerCase()),
    isNull(partnerLink.deletedAt),
  );

function labelFault(label: string): Refusal | undefined {
  if (label === "") return refuseFields({ pointer: "/label", code: "required" });
  if (label.length <= labelLength) return undefined;
  return refuseFields({ pointer: "/label", code: "too_long", meta: { max: String(labelLength) } });
}

/** Whether a link has or had this code, in any case. */
export async function isLinkCode(reader: Pick<Orm, "select">, code: string): Promise<boolean> {
  const isCode = eq(sql`lower(${partnerLink.code})`, code.toLowerCase());
  return (await reader.select().from(partnerLink).where(isCode)).length > 0;
}

/** Typed, it would be taken for the promo code. */
async function isPromoCode(reader: Pick<Orm, "select">, code: string): Promise<boolean> {
  return (
    (
      await reader
        .select()
        .from(promo)
        .where(eq(promo.code, promoCode(code)))
    ).length > 0
  );
}

/** Undefined for a chosen code that is taken; a random one that is taken is drawn again. */
async function insertLink(
  tx: Tx,
  { ids }: Pick<Context, "ids">,
  row: Omit<typeof partnerLink.$inferInsert, "code">,
  chosen: string | null,
): Promise<LinkRow | undefined> {
  for (;;) {
    // The last eight characters of an id are 40 random bits.
    const code = chosen ?? ids.newId("").slice(-8).toUpperCase();
    const [insertedLink] = await tx
      .insert(partnerLink)
      .values({ ...row, code })
      .onConflictDoNothing()
      .returning();
    if (insertedLink || chosen !== null) return insertedLink;
  }
}
