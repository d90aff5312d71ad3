import { eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { promoKinds } from "../../../contract/market/price.ts";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import { isLinkCode } from "../../affiliates/partners.ts";
import { asset, member, pair, partner, promo } from "../../db/schema/index.ts";
import { promoCode } from "../../market/rules/promo.ts";
import { anywayArgument, momentArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { promoConcerns } from "../../operator/concerns/promo-concern.ts";
import { memberEmailArgument } from "../../operator/member-argument.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";

/** Most decimals by kind; a fixed bonus uses those of the payout asset. */
const decimalsOfValue = {
  rate_bonus_bps: 0,
  fee_discount_percent: 2,
  fixed_bonus: 18,
  free_payout_fee: 0,
  cashback_percent: 2,
  partner_bind: 0,
} as const;

const wholeNumber = z.coerce.number().int().min(1).optional();

export const newPromo = z.object({
  code: z
    .string({ error: "Enter the code." })
    .regex(/^[A-Za-z0-9_-]{3,32}$/, "3 to 32 letters and digits.")
    .describe("the code customers enter"),
  kind: z.enum(promoKinds, { error: `One of ${promoKinds.join(", ")}.` }).describe(promoKinds.join(", ")),
  value: z
    .string()
    .default("0")
    .describe(
      "basis points, percent or a payout amount, depending on the kind; cashback is a percentage of the amount",
    ),
  partner: memberEmailArgument
    .optional()
    .describe("email of the partner to whom orders with a `partner_bind` code come"),
  pairs: z.string().optional().describe("pairs it applies to, separated by commas (default: all)"),
  min_from: z.string().optional().describe("minimum amount sent"),
  uses: wholeNumber.describe("how many orders may use it"),
  uses_per_email: wholeNumber.describe("how many orders of one email, or of one member, may use it"),
  new_users_only: z
    .enum(["yes"])
    .optional()
    .describe("`yes`: only for the first exchange of an email, and of a member"),
  starts: momentArgument.optional().describe("start, 2026-12-01T00:00:00Z"),
  expires: momentArgument.optional().describe("end, 2026-12-31T23:59:59Z"),
  reason: reasonArgument,
  anyway: anywayArgument,
});
type NewPromo = z.infer<typeof newPromo>;

export async function addPromo(ctx: Context, args: NewPromo, operator: Operator): Promise<Outcome> {
  const code = promoCode(args.code);
  const pairs = args.pairs?.split(",").map((id) => id.trim()) ?? [];
  const fault = valueFault(args) ?? (await pairsFault(ctx, args, pairs));
  if (fault) return refused(fault);
  const partner = await partnerFor(ctx, args);
  if (typeof partner === "string") return refused(partner);
  const { kind, value, reason } = args;
  const row = {
    code,
    kind,
    value,
    pairs,
    minFrom: args.min_from ?? null,
    usesLeft: args.uses ?? null,
    usesPerEmail: args.uses_per_email ?? null,
    newUsersOnly: args.new_users_only === "yes",
    startsAt: args.starts ?? null,
    expiresAt: args.expires ?? null,
    partnerId: partner?.id ?? null,
    createdAt: ctx.clock.now(),
  };
  const concerns = await promoConcerns(ctx, { ...row, stoppedAt: null });
  const result = await ctx.db.transaction(async (tx) => {
    // Its customers would get this code where they type that of the link.
    if (await isLinkCode(tx, code)) return "of a link";
    const added = await tx.insert(promo).values(row).onConflictDoNothing().returning({ code: promo.code });
    if (added.length === 0) return "exists";
    const details = { ...shownDetails(row), ...secondLook(args.anyway, concerns) };
    const ofPartner = row.partnerId === null ? [] : [{ kind: "promo", about: "partner", id: row.partnerId } as const];
    const makerFacts = [{ kind: "promo", about: "promo", id: code } as const, ...ofPartner];
    await recordAudit(ctx, tx, operator, { action: "promo_added", subject: code, reason, details, makerFacts });
    return "done";
  });
  if (result === "of a link") return refused(`${code} is the code of a partner's link.`);
  return result === "done"
    ? done(`Promo code ${code} is created: ${termsText(row)}.`)
    : refused(`Promo code ${code} already exists.`);
}

/** What a new code gives, to whom and how long, so that a slip is seen before a customer uses it. */
function termsText({ kind, value, pairs, usesLeft, usesPerEmail, startsAt, expiresAt }: PromoTerms): string {
  const ends = expiresAt === null ? "without an end" : `until ${expiresAt.toISOString()}`;
  return [
    value === "0" ? kind : `${kind} ${value}`,
    pairs.length === 0 ? "all pairs" : pairs.join(", "),
    `uses: ${usesLeft ?? "unlimited"}, of one email ${usesPerEmail ?? "unlimited"}`,
    startsAt === null ? ends : `from ${startsAt.toISOString()} ${ends}`,
  ].join("; ");
}

type PromoTerms = Pick<
  typeof promo.$inferSelect,
  "kind" | "value" | "pairs" | "usesLeft" | "usesPerEmail" | "startsAt" | "expiresAt"
>;

function valueFault({ kind, value, min_from, starts, expires }: NewPromo): string | null {
  const parsed = parseDecimal(value, decimalsOfValue[kind]);
  const hasNoValue = kind === "free_payout_fee" || kind === "partner_bind";
  const isNothing = (parsed === 0n) !== hasNoValue;
  const isTooMuch = kind.endsWith("_percent") && typeof parsed === "bigint" && parsed > 100_00n;
  if (typeof parsed !== "bigint" || isNothing || isTooMuch) return `${value} is not a value of ${kind}.`;
  if (min_from !== undefined && typeof parseDecimal(min_from, 18) !== "bigint") return `${min_from} is not an amount.`;
  return starts && expires && expires <= starts ? "The code would end before it starts." : null;
}

/** The partner of a `partner_bind` code, or why there is none; undefined for other kinds, which have none. */
async function partnerFor(ctx: Context, { kind, partner: email }: NewPromo) {
  if (kind !== "partner_bind") return email === undefined ? undefined : "Only a partner_bind code has a partner.";
  if (email === undefined) return "A partner_bind code needs the partner's email, --partner.";
  const [row] = await ctx.db.orm
    .select({ id: partner.id })
    .from(partner)
    .innerJoin(member, eq(member.id, partner.memberId))
    .where(eq(sql`lower(${member.email})`, email.toLowerCase()));
  return row ?? `${email} has not joined the partner programme.`;
}

/** An amount needs one asset, so all pairs of the code must share it. */
async function pairsFault(ctx: Context, { kind, min_from }: NewPromo, named: string[]): Promise<string | null> {
  const pairs = await ctx.db.orm
    .select({ id: pair.id, to: pair.to, sent: asset.symbol })
    .from(pair)
    .innerJoin(asset, eq(asset.id, pair.from));
  const unknown = named.find((id) => !pairs.some((row) => row.id === id));
  if (unknown !== undefined) return `Unknown pair: ${unknown}.`;
  const counted = pairs.filter(({ id }) => named.length === 0 || named.includes(id));
  const differ = (ids: string[]) => new Set(ids).size > 1;
  if (kind === "fixed_bonus" && differ(counted.map(({ to }) => to))) {
    return "A fixed bonus is paid in one asset: name pairs that all pay out the same with --pairs.";
  }
  return min_from !== undefined && named.length > 0 && differ(counted.map(({ sent }) => sent))
    ? "A least amount counts in what is sent: name pairs that all take the same with --pairs."
    : null;
}

/** The code's values for the audit log, as JSON. */
function shownDetails({
  createdAt: _,
  startsAt,
  expiresAt,
  ...row
}: typeof promo.$inferInsert): Record<string, unknown> {
  return { ...row, startsAt: startsAt?.toISOString() ?? null, expiresAt: expiresAt?.toISOString() ?? null };
}
