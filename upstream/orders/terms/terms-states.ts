import { createHash } from "node:crypto";
import { and, desc, eq, lte } from "drizzle-orm";
import { termsOperatorOf } from "../../../contract/company/terms-company.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { termsState } from "../../db/schema/terms.ts";
import type { Context } from "../../ports/context.ts";
import { shownRules } from "./shown-rules.ts";

type TermsContext = Pick<Context, "db" | "env" | "market" | "policy">;

/** The most states of a version that are listed. */
const mostListed = 50;

/**
 * Keeps what the terms in force say now of the company and of the rules, unless the last state says the same. Call it
 * before an acceptance is stored: the order or account then finds its text by its time.
 */
export async function recordTerms(ctx: TermsContext, now: Date): Promise<void> {
  const present = await presentTerms(ctx);
  const last = await lastState(ctx.db.orm);
  if (last?.digest === present.digest) return;
  // By what it follows, so that acceptances at the same moment write one state.
  const id = `ts_${sha256(`${last?.id ?? termsVersion} ${present.digest}`).slice(0, 24)}`;
  const row = { id, version: termsVersion, since: now, ...present };
  await ctx.db.orm.insert(termsState).values(row).onConflictDoNothing();
}

/** Keeps since when this version is in force here: others are accepted for a day from then on (`isValidVersion`). */
export async function recordVersion(ctx: TermsContext, now: Date): Promise<void> {
  if (!(await lastState(ctx.db.orm))) await recordTerms(ctx, now);
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
  const [state] = await states().where(wanted).orderBy(newestFirst).limit(1);
  const [first] = state ? [state] : await states().where(ofVersion).orderBy(termsState.since).limit(1);
  const isPresent = first?.version === termsVersion && first.digest === (await presentTerms(ctx)).digest;
  return { row: first ?? null, isPresent, changes: changes.map(({ since }) => since) };
}

async function presentTerms({ env, market, policy }: TermsContext) {
  const has = { wallets: env.WALLETS === "on", partners: env.AFFILIATES === "on" };
  const rules = shownRules(await market.snapshot(), policy, has);
  const operator = termsOperatorOf(env.COMPANY, env.BRAND_NAME, env.SUPPORT_EMAIL);
  return { operator, rules, digest: sha256(JSON.stringify([operator, rules])) };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function lastState(reader: Pick<Context["db"]["orm"], "select">) {
  const [row] = await reader
    .select({ id: termsState.id, digest: termsState.digest })
    .from(termsState)
    .where(eq(termsState.version, termsVersion))
    .orderBy(desc(termsState.since))
    .limit(1);
  return row;
}
