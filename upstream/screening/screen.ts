import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import {
  screeningAccount,
  screeningCheck,
  screeningEntry,
  screeningHit,
  screeningQuestion,
} from "../db/schema/screening.ts";
import { type ListedState, selectConfirmedOnMoney } from "../db/sql/hits-on-money.ts";
import type { Context } from "../ports/context.ts";
import { readBlocks } from "./blocks/blocks.ts";
import type { ListInForce, PartyBlocks } from "./blocks/rules/block-keys.ts";
import { blockKeysOf, type Party } from "./blocks/rules/block-keys.ts";
import { withAnswers } from "./identity/identity-party.ts";
import { nameIndexOf } from "./list-state.ts";
import { consultProvider, providerOf } from "./provider/questions.ts";
import { type HitState, reviewHours, type ScreenedKind } from "./rules/hit.ts";
import { bestMatches, nameMatchesOf } from "./rules/party-names.ts";
import { customerKey, type HitSubject, type Match, type Screened } from "./screened.ts";

export type ScreenContext = Pick<Context, "clock" | "db" | "env" | "ids">;

/**
 * `open`: hits that nobody has decided; `confirmed`: those that are the listed party. Both hold. `waiting`: questions that the
 * provider has not answered, or whose answers were not applied yet.
 */
export type ScreeningState = { open: number; confirmed: number; waiting: number };

/** The state of what nothing is compared with. */
export const unscreened: ScreeningState = { open: 0, confirmed: 0, waiting: 0 };

/**
 * Compares a customer with the lists in force and with the blocklist, records what was compared with the result, and opens a
 * hit for every match that was not decided to be a false alarm for this customer. Without lists, blocks and a provider it
 * records nothing. What the provider has not answered yet is noted as a question; it is asked outside of the transaction.
 * In the transaction that acts on the answer, under the lock of the subject. `partyBlocks`: as it was read there; its
 * blocks are left out where something else answers them.
 */
export async function screen(
  ctx: ScreenContext,
  tx: Tx,
  screened: Screened,
  partyBlocks?: PartyBlocks,
): Promise<ScreeningState> {
  const now = ctx.clock.now();
  const first = partyBlocks ?? (await readBlocks(tx, screened.party, now));
  const { lists, hasNames } = first;
  const isCompared = lists.length > 0 || hasNames || first.blocks.length > 0 || providerOf(ctx.env) !== null;
  if (!isCompared) return unscreened;
  const { answersOf } = screened;
  const party = answersOf ? await withAnswers(ctx, tx, screened.party, answersOf) : screened.party;
  const blocks = hasNames && answersOf ? (await readBlocks(tx, party, now)).blocks : first.blocks;
  const asked = await consultProvider(ctx, tx, { ...screened, party }, now);
  if (lists.length === 0 && blocks.length === 0 && asked === null) return unscreened;
  const blocked = blocks.map(
    (id) => ({ list: "blocklist", entry: id, fingerprint: id, field: "block", score: 100 }) as const,
  );
  const listed = lists.length === 0 ? [] : await listMatches(ctx, tx, lists, party);
  const matches = [...blocked, ...listed, ...(asked?.matches ?? [])];
  const { kind: subjectKind, id: subjectId, occasion, customer: who } = screened;
  const subject = { subjectKind, subjectId, customer: customerKey(who) };
  const state = await openHits(ctx, tx, subject, matches, now);
  // A movement is compared again when the answer is there, and every few seconds until then.
  if (subjectKind === "movement" && state.waiting > 0) return state;
  const fields = [...new Set(blockKeysOf(party).map(({ kind }) => kind))];
  const answers = asked?.answers ?? [];
  const result = resultOf(state, matches);
  await tx.insert(screeningCheck).values({ subjectKind, subjectId, occasion, fields, lists, answers, result, at: now });
  return state;
}

/** What is recorded of a comparison that has found these matches. */
export function resultOf({ open, confirmed }: ScreeningState, matches: readonly Match[]) {
  if (open + confirmed > 0) return "hit";
  return matches.length > 0 ? "cleared" : "clear";
}

async function listMatches(ctx: ScreenContext, tx: Tx, lists: readonly ListInForce[], party: Party): Promise<Match[]> {
  const accounts = await accountMatches(tx, party);
  const index = await nameIndexOf(ctx.db, tx, lists);
  const ownMatches = nameMatchesOf(index, party.names ?? [], party.birth ?? null);
  const otherMatches = nameMatchesOf(index, party.others ?? [], null);
  const names = bestMatches([...ownMatches, ...otherMatches]).map((match) => ({
    ...{ list: match.list, entry: match.id, field: "name" as const, score: match.score },
  }));
  const isListed = (name: { list: string; entry: string }) =>
    accounts.some(({ list, entry }) => list === name.list && entry === name.entry);
  return withFingerprints(tx, [...accounts, ...names.filter((name) => !isListed(name))]);
}

type Unstamped = Omit<Match, "fingerprint">;

/** Emails and addresses are compared in the same forms on both sides: mailboxes, and every spelling of an address. */
async function accountMatches(tx: Tx, { emails = [], accounts = [], walletSenders }: Party): Promise<Unstamped[]> {
  const values = accountValues([...emails, ...accounts, ...(walletSenders ?? [])]);
  if (values.length === 0) return [];
  const rows = await tx
    .selectDistinct({ list: screeningAccount.list, entry: screeningAccount.entry })
    .from(screeningAccount)
    .where(inArray(screeningAccount.value, values));
  return rows.map((row) => ({ ...row, field: "account", score: 100 }));
}

/** The forms in which emails and addresses are stored for the lists, and asked for. */
export function accountValues(accounts: readonly (string | null | undefined)[]): string[] {
  return blockKeysOf({ accounts }).map(({ value }) => value);
}

async function withFingerprints(tx: Tx, matches: Unstamped[]): Promise<Match[]> {
  if (matches.length === 0) return [];
  const names = sql.join(
    matches.map(({ list, entry }) => sql`(${list}, ${entry})`),
    sql`, `,
  );
  const entries = await tx
    .select({ list: screeningEntry.list, id: screeningEntry.id, fingerprint: screeningEntry.fingerprint })
    .from(screeningEntry)
    .where(sql`(${screeningEntry.list}, ${screeningEntry.id}) in (${names})`);
  return matches.flatMap((match) => {
    const entry = entries.find(({ list, id }) => list === match.list && id === match.entry);
    return entry ? [{ ...match, fingerprint: entry.fingerprint }] : [];
  });
}

/**
 * Opens the hits that nobody has decided for this customer, and counts all that hold the subject. Money is decided once: what was
 * confirmed of it in its order, deposit or an earlier payout is not asked again, and holds its next payout as a confirmed hit. Only
 * confirmed ones: a false alarm says nothing of another account that the money goes to.
 */
export async function openHits(
  ctx: Pick<Context, "ids">,
  tx: Tx,
  subject: HitSubject,
  matches: readonly Match[],
  now: Date,
): Promise<ScreeningState> {
  const onMoney = subject.subjectKind === "movement" ? await selectConfirmedOnMoney(tx, subject.subjectId) : [];
  if (matches.length > 0) {
    const decided = new Set([...(await decisionsAbout(tx, subject.customer)), ...onMoney.map(stateKey)]);
    const news = matches.filter((match) => !decided.has(stateKey(match)));
    const dueAt = new Date(now.getTime() + reviewHours * 3_600_000);
    if (news.length > 0)
      await tx
        .insert(screeningHit)
        .values(
          news.map((match) => ({
            ...{ id: ctx.ids.newId("hit"), ...subject, ...match },
            ...{ state: "open" as const, openedAt: now, dueAt },
          })),
        )
        .onConflictDoNothing();
  }
  const state = await hitsOn(tx, subject.subjectKind, subject.subjectId);
  return { ...state, confirmed: state.confirmed + onMoney.length };
}

const stateKey = ({ list, entry, fingerprint }: ListedState) => `${list} ${entry} ${fingerprint}`;

async function decisionsAbout(tx: Tx, customer: string): Promise<string[]> {
  const { list, entry, fingerprint } = screeningHit;
  const rows = await tx
    .select({ list, entry, fingerprint })
    .from(screeningHit)
    .where(and(eq(screeningHit.customer, customer), eq(screeningHit.state, "cleared")));
  return rows.map(stateKey);
}

/** What holds a subject, or may once the provider has answered. */
export async function hitsOn(
  reader: Pick<Orm, "select">,
  subjectKind: ScreenedKind,
  subjectId: string,
): Promise<ScreeningState> {
  const ofSubject = and(
    ...[eq(screeningQuestion.subjectKind, subjectKind), eq(screeningQuestion.subjectId, subjectId)],
    // Also what was answered and not applied yet: the answer may be a hit.
    isNull(screeningQuestion.settledAt),
  );
  const rows = await reader
    .select({ state: screeningHit.state, count: count() })
    .from(screeningHit)
    .where(and(eq(screeningHit.subjectKind, subjectKind), eq(screeningHit.subjectId, subjectId)))
    .groupBy(screeningHit.state);
  const [questions] = await reader.select({ count: count() }).from(screeningQuestion).where(ofSubject);
  const of = (state: HitState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: of("open"), confirmed: of("confirmed"), waiting: questions?.count ?? 0 };
}
