import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { screeningQuestion } from "../../db/schema/screening.ts";
import type { Context } from "../../ports/context.ts";
import { spellingsOf } from "../../shared/rules/addresses/address.ts";
import { nameKey } from "../../shared/rules/names/name-words.ts";
import { newestOf, seal } from "../../shared/secrets.ts";
import type { ScreeningOccasion } from "../rules/hit.ts";
import { type AskedKind, answerHours, type ProviderAnswer } from "../rules/provider-answer.ts";
import { customerKey, type Match, type Screened } from "../screened.ts";
import type { Provider } from "./ask-provider.ts";

export type QuestionRow = typeof screeningQuestion.$inferSelect;
type ConsultContext = Pick<Context, "env" | "ids">;

/** The provider of the settings; null where there is none. */
export function providerOf({
  SCREENING_URL: url,
  SCREENING_TOKEN: token,
  SCREENING_NAME: name,
}: Context["env"]): Provider | null {
  return url && token && name ? { url, token, name } : null;
}

/** What the provider has said of a party so far. */
export type Consultation = { matches: Match[]; answers: ProviderAnswer[] };

/** When nobody is asked: what leaves later is asked about then. */
const notAsked: ReadonlySet<ScreeningOccasion> = new Set<ScreeningOccasion>(["list"]);

/**
 * The provider's answers about the addresses and names of a party that are not older than a day, or its silence about this subject.
 * What it was not asked is noted as a question for `askQuestions`, since nothing outside is asked inside of a transaction. Null where
 * there is no provider, or nobody is asked.
 */
export async function consultProvider(
  ctx: ConsultContext,
  tx: Tx,
  screened: Screened,
  now: Date,
): Promise<Consultation | null> {
  const provider = providerOf(ctx.env);
  if (provider === null || notAsked.has(screened.occasion)) return null;
  const values = askedValues(ctx, screened);
  if (values.length === 0) return { matches: nobodyAsked(ctx, provider, screened), answers: [] };
  const rows = await freshRows(tx, screened, values, now);
  const isOwn = (row: QuestionRow) => row.subjectKind === screened.kind && row.subjectId === screened.id;
  const rowOf = (key: string) => {
    const ofKey = rows.filter((row) => row.key === key);
    return ofKey.find(({ reference }) => reference !== null) ?? ofKey.find(isOwn);
  };
  const missing = values.filter(({ key }) => rowOf(key) === undefined);
  if (missing.length > 0) await writeQuestions(ctx, tx, screened, missing, now);
  return consultationOf(
    ctx,
    provider,
    values.map(({ key }) => rowOf(key)).filter((row) => row !== undefined),
  );
}

/** What answered questions come to: `silent` matches where the setting says that it holds. */
export function consultationOf(
  { env }: Pick<Context, "env">,
  { name: provider }: Pick<Provider, "name">,
  rows: readonly QuestionRow[],
): Consultation {
  const matches: Match[] = [];
  const answers: ProviderAnswer[] = [];
  for (const { kind, state, key, entry, reference, answeredAt } of rows) {
    if (state === "waiting" || answeredAt === null) continue;
    const at = answeredAt.toISOString();
    answers.push({ provider, kind, result: state, reference, at });
    const isMatch = state === "listed" || (state === "silent" && env.SCREENING_SILENT === "hold");
    if (!isMatch) continue;
    // A decision about its silence is about one name or address and one day.
    const named = entry === null ? { entry: noAnswer, of: `${key} ${at.slice(0, 10)}` } : { entry, of: entry };
    const fingerprint = createHash("sha256").update(named.of).digest("hex").slice(0, 32);
    const field = kind === "name" ? "name" : "account";
    matches.push({ list: `${providerPrefix}${provider}`, entry: named.entry, fingerprint, field, score: 100 });
  }
  return { matches, answers };
}

/** What a hit has instead of a list, with the provider's name behind it; no list has a space in its name. */
export const providerPrefix = "provider ";
const noAnswer = "no answer";

/** Money has come, or is about to leave: somebody has to be known by then. */
const withMoney: ReadonlySet<ScreeningOccasion> = new Set<ScreeningOccasion>(["payment", "credit", "payout"]);
const nothingKnown = "no name or address";

/**
 * Where neither a name nor an address is known the provider cannot be asked: by the setting for its silence a person looks instead.
 * The decision counts for this customer, as long as nothing more is known.
 */
function nobodyAsked({ env }: ConsultContext, { name }: Provider, { occasion }: Screened): Match[] {
  if (env.SCREENING_SILENT !== "hold" || !withMoney.has(occasion)) return [];
  const fingerprint = createHash("sha256").update(nothingKnown).digest("hex").slice(0, 32);
  return [{ list: `${providerPrefix}${name}`, entry: nothingKnown, fingerprint, field: "name", score: 100 }];
}

type Value = { kind: AskedKind; value: string; key: string };

/** Each address and name once, in whatever spelling. Emails are left out: the provider learns as little as it needs. */
function askedValues({ env }: Pick<Context, "env">, { party }: Screened): Value[] {
  const secret = newestOf(env.ACCOUNT_SECRETS);
  const hashOf = (kind: AskedKind, canonical: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["screening", kind, canonical]))
      .digest("hex");
  const valuesOf = (kind: AskedKind, texts: readonly (string | null | undefined)[], keyOf: (text: string) => string) =>
    texts.flatMap((text) => {
      const canonical = text ? keyOf(text) : "";
      return text && canonical !== "" ? [{ kind, value: text, key: hashOf(kind, canonical) }] : [];
    });
  const addresses = (party.accounts ?? []).filter((account) => !account?.includes("@"));
  const values = [
    ...valuesOf("address", addresses, addressKey),
    ...valuesOf("name", [...(party.names ?? []), ...(party.others ?? [])], nameKey),
  ];
  return [...new Map(values.map((value) => [value.key, value])).values()];
}

const addressKey = (text: string) => spellingsOf(text).sort()[0] ?? text.toLowerCase();

/** Answers of the last day about these values, whomever they were asked for; and questions of this subject. */
function freshRows(tx: Tx, { kind, id }: Screened, values: readonly Value[], now: Date): Promise<QuestionRow[]> {
  const { key, state, answeredAt, subjectKind, subjectId } = screeningQuestion;
  const isFresh = gt(answeredAt, new Date(now.getTime() - answerHours * 3_600_000));
  const isOwn = and(eq(subjectKind, kind), eq(subjectId, id));
  return tx
    .select()
    .from(screeningQuestion)
    .where(
      and(
        inArray(
          key,
          values.map((value) => value.key),
        ),
        or(
          and(isFresh, inArray(state, ["clear", "listed"])),
          and(isOwn, or(eq(state, "waiting"), and(isFresh, eq(state, "silent")))),
        ),
      ),
    )
    .orderBy(desc(answeredAt));
}

async function writeQuestions(
  { env, ids }: ConsultContext,
  tx: Tx,
  { kind: subjectKind, id: subjectId, customer: who }: Screened,
  values: readonly Value[],
  now: Date,
): Promise<void> {
  const customer = customerKey(who);
  const dueAt = new Date(now.getTime() + env.SCREENING_WAIT * 1000);
  const rows = values.map(({ kind, value, key }) => {
    const id = ids.newId("ask");
    const sealed = seal(env.ACCOUNT_SECRETS, sealOwner(id), value);
    return {
      id,
      subjectKind,
      subjectId,
      customer,
      kind,
      key,
      sealed,
      state: "waiting" as const,
      createdAt: now,
      dueAt,
    };
  });
  await tx.insert(screeningQuestion).values(rows).onConflictDoNothing();
}

/** To what the encrypted value of a question is bound. */
export const sealOwner = (id: string) => `screening ${id}`;

/** Notes that an order or a deposit was put aside until the provider answers, so that it goes on with the answer. */
export async function markAsHolding(tx: Tx, subjectKind: QuestionRow["subjectKind"], id: string): Promise<void> {
  const { subjectKind: kind, subjectId, settledAt } = screeningQuestion;
  const isUnsettled = and(eq(kind, subjectKind), eq(subjectId, id), isNull(settledAt));
  await tx.update(screeningQuestion).set({ holds: true }).where(isUnsettled);
}
