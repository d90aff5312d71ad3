import { createHash } from "node:crypto";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { termsOperatorOf } from "../../contract/company/terms-operator.ts";
import { termsVersion } from "../../contract/order/terms.ts";
import type { Context } from "../context.ts";
import { termsState } from "../db/schema/terms.ts";
import { shownRules } from "../orders/quotes/shown-rules.ts";

type TermsContext = Pick<Context, "db" | "env" | "ids" | "market" | "policy">;

/** The most states of a version that are listed. */
const mostListed = 50;

/**
 * Keeps what the terms in force say now of the company and of the rules, unless the last state says the same. Call it
 * before an acceptance is stored: the order or account then finds its text by its time.
 */
export async function recordTerms(ctx: TermsContext, now: Date): Promise<void> {
  const present = await presentTerms(ctx);
  if ((await lastDigest(ctx.db.orm)) === present.digest) return;
  await ctx.db.transaction(async (tx) => {
    // Acceptances at the same moment write one state.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('terms_state', 0))`);
    if ((await lastDigest(tx)) === present.digest) return;
    const row = { id: ctx.ids.newId("ts"), version: termsVersion, since: now, ...present };
    await tx.insert(termsState).values(row).onConflictDoNothing();
  });
}

/** The state of a version at a moment, the first where none is as old; the last without a moment. */
export async function termsAt(ctx: TermsContext, version: string, at: Date | null) {
  const { orm } = ctx.db;
  const ofVersion = eq(termsState.version, version);
  const newestFirst = desc(termsState.since);
  const wanted = at ? and(ofVersion, lte(termsState.since, at)) : ofVersion;
  const listed = orm.select({ since: termsState.since }).from(termsState).where(ofVersion);
  const changes = await listed.orderBy(newestFirst).limit(mostListed);
  const states = () => orm.select().from(termsState);
  const [found] = await states().where(wanted).orderBy(newestFirst).limit(1);
  const [first] = found ? [found] : await states().where(ofVersion).orderBy(termsState.since).limit(1);
  const isPresent = first?.version === termsVersion && first.digest === (await presentTerms(ctx)).digest;
  return { row: first ?? null, isPresent, changes: changes.map(({ since }) => since) };
}

async function presentTerms({ env, market, policy }: TermsContext) {
  const has = { wallets: env.WALLETS === "on", partners: env.AFFILIATES === "on" };
  const rules = shownRules(await market.snapshot(), policy, has);
  const operator = termsOperatorOf(env.COMPANY, env.BRAND_NAME, env.SUPPORT_EMAIL);
  const digest = createHash("sha256")
    .update(JSON.stringify([operator, rules]))
    .digest("hex");
  return { operator, rules, digest };
}

async function lastDigest(reader: Pick<Context["db"]["orm"], "select">): Promise<string | undefined> {
  const [row] = await reader
    .select({ digest: termsState.digest })
    .from(termsState)
    .where(eq(termsState.version, termsVersion))
    .orderBy(desc(termsState.since))
    .limit(1);
  return row?.digest;
}
