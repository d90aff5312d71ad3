import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type ListInForce, readBlocks, type Standing } from "../blocks/blocks.ts";
import { blockKeysOf, type Party } from "../blocks/rules/block-keys.ts";
import type { Orm, Tx } from "../db/database.ts";
import { screeningAccount, screeningCheck, screeningEntry, screeningHit } from "../db/schema/screening.ts";
import { mailboxOf } from "../mail/rules/mailbox.ts";
import type { Context } from "../ports/context.ts";
import { nameIndexOf } from "./list-state.ts";
import { type MatchedField, reviewHours, type ScreenedKind, type ScreeningOccasion } from "./rules/hit.ts";
import { bestMatches, nameMatchesOf } from "./rules/party-names.ts";

export type ScreenContext = Pick<Context, "clock" | "db" | "ids">;

/** What is compared, and for whom. `customer`: a member's id, or an email; a decision counts for all of the same. */
export type Screened = {
  kind: ScreenedKind;
  id: string;
  occasion: ScreeningOccasion;
  /** `birth`: of whoever has the `names`; `others`: names of other people, with no date of birth. */
  party: Party & { birth?: string | null; others?: readonly string[] };
  customer: { memberId: string | null; email: string | null };
};

/** `open`: hits that nobody has decided; `confirmed`: those that are the listed party. Both hold. */
export type ScreeningState = { open: number; confirmed: number };

type Match = { list: string; entry: string; fingerprint: string; field: MatchedField; score: number };

/**
 * Compares a customer with the lists in force and with the blocklist, records what was compared with the result, and opens a
 * hit for every match that was not decided to be a false alarm for this customer. Without lists and blocks it records
 * nothing. In the transaction that acts on the answer, under the lock of the subject. `standing`: as it was read there; its
 * blocks are left out where something else answers them.
 */
export async function screen(
  ctx: ScreenContext,
  tx: Tx,
  screened: Screened,
  standing?: Standing,
): Promise<ScreeningState> {
  const now = ctx.clock.now();
  const everybody = { ...screened.party, names: [...(screened.party.names ?? []), ...(screened.party.others ?? [])] };
  const { blocks, lists } = standing ?? (await readBlocks(tx, everybody, now));
  if (lists.length === 0 && blocks.length === 0) return { open: 0, confirmed: 0 };
  const blocked = blocks.map(
    (id) => ({ list: "blocklist", entry: id, fingerprint: id, field: "block", score: 100 }) as const,
  );
  const matches = [...blocked, ...(lists.length === 0 ? [] : await listMatches(ctx, tx, lists, screened))];
  const state = await record(ctx, tx, screened, matches, now);
  const { kind: subjectKind, id: subjectId, occasion } = screened;
  const isHit = state.open + state.confirmed > 0;
  const result = isHit ? "hit" : matches.length > 0 ? "cleared" : "clear";
  const fields = [...new Set(blockKeysOf(everybody).map(({ kind }) => kind))];
  await tx.insert(screeningCheck).values({ subjectKind, subjectId, occasion, fields, lists, result, at: now });
  return state;
}

async function listMatches(
  ctx: ScreenContext,
  tx: Tx,
  lists: readonly ListInForce[],
  { party }: Screened,
): Promise<Match[]> {
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
async function accountMatches(tx: Tx, { emails = [], accounts = [] }: Party): Promise<Unstamped[]> {
  const values = accountValues([...emails, ...accounts]);
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

/** Opens the hits that nobody has decided for this customer, and counts all that hold the subject. */
async function record(
  ctx: ScreenContext,
  tx: Tx,
  { kind: subjectKind, id: subjectId, customer: who }: Screened,
  matches: readonly Match[],
  now: Date,
): Promise<ScreeningState> {
  const customer = customerKey(who);
  if (matches.length > 0) {
    const decided = await decisionsAbout(tx, customer);
    const news = matches.filter((match) => !decided.has(`${match.list} ${match.entry} ${match.fingerprint}`));
    const dueAt = new Date(now.getTime() + reviewHours * 3_600_000);
    if (news.length > 0)
      await tx
        .insert(screeningHit)
        .values(
          news.map((match) => ({
            ...{ id: ctx.ids.newId("hit"), subjectKind, subjectId, customer, ...match },
            ...{ state: "open" as const, openedAt: now, dueAt },
          })),
        )
        .onConflictDoNothing();
  }
  return hitsOn(tx, subjectKind, subjectId);
}

async function decisionsAbout(tx: Tx, customer: string): Promise<Set<string>> {
  const { list, entry, fingerprint } = screeningHit;
  const rows = await tx
    .select({ list, entry, fingerprint })
    .from(screeningHit)
    .where(and(eq(screeningHit.customer, customer), eq(screeningHit.state, "cleared")));
  return new Set(rows.map((row) => `${row.list} ${row.entry} ${row.fingerprint}`));
}

/** What holds a subject. */
export async function hitsOn(
  reader: Pick<Orm, "select">,
  subjectKind: ScreenedKind,
  subjectId: string,
): Promise<ScreeningState> {
  const rows = await reader
    .select({ state: screeningHit.state })
    .from(screeningHit)
    .where(and(eq(screeningHit.subjectKind, subjectKind), eq(screeningHit.subjectId, subjectId)));
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return { open: count("open"), confirmed: count("confirmed") };
}

/**
 * A hash, since decisions outlast personal data; without a key, since they outlast secrets, too. A guest is the mailbox.
 */
function customerKey({ memberId, email }: Screened["customer"]): string {
  const who = memberId === null ? `email ${mailboxOf(email ?? "")}` : `member ${memberId}`;
  return createHash("sha256").update(who).digest("hex");
}
