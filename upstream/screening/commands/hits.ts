import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { parseRef, shownRef } from "../../../contract/order/order-number.ts";
import type { Orm } from "../../db/database.ts";
import { deposit, screeningCheck, screeningEntry, screeningHit } from "../../db/schema/index.ts";
import { flag, limitArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { secondOfTwo } from "../../staff/pending-approval.ts";
import { keepCheckedDeposit } from "../../wallets/credit-deposit.ts";
import { decideHit, type HitRow, readHit, sameHits } from "../decide-hit.ts";
import { providerPrefix } from "../provider/questions.ts";
import type { ProviderAnswer } from "../rules/provider-answer.ts";
import { hitsOn } from "../screen.ts";
import { releaseSubject } from "./release-subject.ts";

const hitArgument = z.string({ error: "Enter the hit." }).trim().max(64).describe("hit, as in `screening list`");
const decision = z.object({ id: hitArgument, reason: reasonArgument });
type Decision = z.infer<typeof decision>;

export const hitCommands = [
  command({
    name: "screening list",
    summary:
      "Customers who may be listed parties: what is held, which entry, how much agrees, and by when somebody looks.",
    args: z.object({ all: flag("also those that were decided"), limit: limitArgument }),
    run: async (ctx, { all, limit }) => done(await hitRows(ctx, all !== undefined, limit)),
  }),
  command({
    name: "screening show",
    summary: "A hit with the entry of the list and all comparisons of what it holds.",
    positional: ["id"],
    args: z.object({ id: hitArgument }),
    run: show,
  }),
  command({
    name: "screening checks",
    summary:
      "What of an order, a deposit or a payout was compared, when, with which list of which day, and the result.",
    positional: ["id"],
    args: z.object({
      id: z.string({ error: "Enter what was compared." }).trim().max(64).describe("order, deposit or payout"),
    }),
    run: async (ctx, { id }) => done(await checkRows(ctx.db.orm, parseRef(id) ?? id)),
  }),
  command({
    name: "screening clear",
    summary: "Decides that a customer is not the listed party, once a second person does, too; what was held goes on.",
    changes: { asksNothing: "a second person gives it, too" },
    positional: ["id"],
    args: decision,
    run: clear,
  }),
  command({
    name: "screening confirm",
    summary:
      "Decides that a customer is the listed party: what is held stays with us, and nothing is refunded by itself.",
    changes: { asksNothing: "it sends nothing" },
    positional: ["id"],
    args: decision,
    run: confirm,
  }),
  command({
    name: "screening return",
    summary:
      "Takes a confirmed party's deposit out of its check, where the law allows it: `unclaimed pay` then pays it out.",
    changes: { asksNothing: "unclaimed pay needs a second person" },
    positional: ["id"],
    args: decision,
    run: returnDeposit,
  }),
];

export async function hitRows({ db, clock }: Context, isAll: boolean, limit: number): Promise<ShownRow[]> {
  const rows = await db.orm
    .select({ hit: screeningHit, names: screeningEntry.names })
    .from(screeningHit)
    .leftJoin(
      screeningEntry,
      and(eq(screeningEntry.list, screeningHit.list), eq(screeningEntry.id, screeningHit.entry)),
    )
    .where(isAll ? undefined : eq(screeningHit.state, "open"))
    .orderBy(asc(screeningHit.dueAt), asc(screeningHit.id))
    .limit(limit);
  return rows.map(({ hit, names }) => hitRow(hit, names?.[0] ?? null, clock.now()));
}

const subjectOf = ({ subjectKind, subjectId }: HitRow) =>
  `${subjectKind} ${subjectKind === "order" ? shownRef(subjectId) : subjectId}`;

function hitRow(hit: HitRow, name: string | null, now: Date): ShownRow {
  const isLate = hit.state === "open" && hit.dueAt < now;
  return {
    ...{ id: hit.id, holds: subjectOf(hit), list: hit.list, entry: hit.entry, name },
    ...{ agrees_by: hit.field, score: hit.score, state: isLate ? "open, late" : hit.state },
    ...{ looks: hit.state === "open" ? "two approvers or owners" : hit.decidedBy, by: hit.dueAt.toISOString() },
    reason: hit.reason,
  };
}

async function show(ctx: Context, { id }: { id: string }): Promise<Outcome> {
  const hit = await readHit(ctx.db.orm, id);
  if (!hit) return refused(`There is no hit ${id}.`);
  const [entry] = await ctx.db.orm
    .select()
    .from(screeningEntry)
    .where(and(eq(screeningEntry.list, hit.list), eq(screeningEntry.id, hit.entry)));
  const isChanged = entry !== undefined && entry.fingerprint !== hit.fingerprint;
  return done({
    ...hitRow(hit, entry?.names[0] ?? null, ctx.clock.now()),
    entry_now: entry === undefined ? whereNoEntry(hit.list) : isChanged ? "changed since" : "unchanged",
    names: entry?.names.join("; ") ?? null,
    births: entry?.births.join("; ") ?? null,
    accounts: entry?.accounts.join("; ") ?? null,
    checks: await checkRows(ctx.db.orm, hit.subjectId),
  });
}

function whereNoEntry(list: string): string {
  if (list === "blocklist") return "see blocklist list";
  return list.startsWith(providerPrefix) ? "ask the provider" : "not on the list any more";
}

async function checkRows(reader: Pick<Orm, "select">, id: string): Promise<ShownRow[]> {
  const rows = await reader
    .select()
    .from(screeningCheck)
    .where(eq(screeningCheck.subjectId, id))
    .orderBy(desc(screeningCheck.seq))
    .limit(100);
  return rows.map(({ subjectKind, occasion, fields, lists, answers, result, at }) => ({
    ...{ what: subjectKind, at: at.toISOString(), occasion, result, compared: fields.join(", ") },
    lists: lists.map(({ list, date }) => `${list} of ${date}`).join(", "),
    answers: answers.map(answerText).join(", "),
  }));
}

const answerText = ({ provider, kind, result, reference, at }: ProviderAnswer) =>
  `${provider} on ${kind} at ${at}: ${result}${reference === null ? "" : ` (${reference})`}`;

async function clear(ctx: Context, { id, reason }: Decision, operator: Operator): Promise<Outcome> {
  const hit = await readHit(ctx.db.orm, id);
  if (hit?.state !== "open") return refused(`There is no open hit ${id}.`);
  const word = await ctx.db.transaction(async (tx) => {
    const spoken = await secondOfTwo(ctx, tx, operator, `screening clear ${id}`);
    const details = { kind: hit.subjectKind, after: spoken === "waits" ? "waits for a second person" : "cleared" };
    await recordAudit(ctx, tx, operator, { action: "screening_cleared", subject: id, reason, details });
    return spoken;
  });
  if (word === "waits") return done({ id, state: "held until a second person clears it, too" });
  const results: string[] = [];
  const by = { state: "cleared", by: operator.name, reason, at: ctx.clock.now() } as const;
  for (const same of await sameHits(ctx.db.orm, hit))
    results.push(await releaseSubject(ctx, same, (tx) => decideHit(tx, same.id, by)));
  return done({ id, state: "cleared", result: results.join("; ") });
}

async function confirm(ctx: Context, { id, reason }: Decision, operator: Operator): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const hit = await readHit(tx, id);
    const at = ctx.clock.now();
    const isDecided = hit && (await decideHit(tx, id, { state: "confirmed", by: operator.name, reason, at }));
    if (!hit || !isDecided) return refused(`There is no open hit ${id}.`);
    const details = { kind: hit.subjectKind, after: "confirmed", list: hit.list, entry: hit.entry };
    await recordAudit(ctx, tx, operator, { action: "screening_confirmed", subject: id, reason, details });
    return done({ id, state: "confirmed", result: `${subjectOf(hit)} stays with us` });
  });
}

async function returnDeposit(ctx: Context, { id, reason }: Decision, operator: Operator): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const hit = await readHit(tx, id);
    if (hit?.subjectKind !== "deposit" || hit.state !== "confirmed")
      return refused(`${id} is no confirmed hit of a deposit.`);
    if ((await hitsOn(tx, "deposit", hit.subjectId)).open > 0)
      return refused("The deposit has hits that nobody has decided.");
    const [row] = await tx.select().from(deposit).where(eq(deposit.id, hit.subjectId)).for("update");
    if (row?.status !== "checking") return refused(`The deposit ${hit.subjectId} is not in a check.`);
    await keepCheckedDeposit(tx, row, ctx.clock.now());
    const details = { before: "checking", after: "unclaimed", kind: "deposit" };
    await recordAudit(ctx, tx, operator, { action: "screening_returned", subject: hit.subjectId, reason, details });
    return done(`The deposit ${hit.subjectId} is unclaimed: \`unclaimed pay\` pays it out with a second person.`);
  });
}
