import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { incidentKinds } from "../../contract/market/service-parts.ts";
import { inEachLanguage, type Lang, languageSettings, languages } from "../../contract/values/languages.ts";
import type { Tx } from "../db/database.ts";
import { incident } from "../db/schema/status.ts";
import { momentArgument, reasonArgument } from "../operator/arguments.ts";
import { recordAudit } from "../operator/audit.ts";
import { command, done, type Operator, refused } from "../operator/command.ts";
import { nothingToChange } from "../operator/settings-entry.ts";
import type { Context } from "../ports/context.ts";
import { readIncidents } from "./incidents.ts";

const title = z.string().trim().min(3).max(120);
const text = z.string().trim().min(3).max(1000);
const titleIn = (lang: Lang) => title.describe(`title on the status page, in ${languageSettings[lang].name}`);
/** `title_en` and so on. */
const titlesBy = <Argument>(argumentFor: (lang: Lang) => Argument) =>
  Object.fromEntries(languages.map((lang) => [`title_${lang}`, argumentFor(lang)])) as Record<
    `title_${Lang}`,
    Argument
  >;
const textIn = (lang: Lang) => text.describe(`what happened to orders and money, in ${languageSettings[lang].name}`);
const kindArgument = z
  .enum(incidentKinds, { error: `One of ${incidentKinds.join(", ")}.` })
  .describe("how much of it stands still");
const idArgument = z.string({ error: "Enter the incident." }).describe("incident, as in `incidents list`");
const nextWord = momentArgument.describe("when we say more at the latest, 2026-12-31T08:00:00Z");

type Row = typeof incident.$inferSelect;

export const incidentCommands = [
  command({
    name: "incidents list",
    summary: "What the status page tells about incidents, open ones first.",
    args: z.object({}),
    async run(ctx) {
      const rows = await readIncidents(ctx.db.orm, ctx.clock.now());
      return done(rows.map(({ title: words, text: _, ...row }) => ({ ...row, title: words.en })));
    },
  }),
  command({
    name: "incidents open",
    summary: "Tells on the status page that something does not work, or is planned.",
    changes: { asksNothing: "incidents update corrects its texts, incidents close ends it" },
    args: z.object({
      kind: kindArgument,
      ...titlesBy(titleIn),
      ...inEachLanguage(textIn),
      from: momentArgument.optional().describe("since when, 2026-12-31T08:00:00Z; now without it"),
      next: nextWord.optional(),
      reason: reasonArgument,
    }),
    async run(ctx, { kind, from, next, reason, ...words }, operator) {
      const now = ctx.clock.now();
      const startedAt = from ?? now;
      if (startedAt > now && kind !== "planned") return refused("Only planned work may begin later.");
      if (next && next <= now) return refused("The time of the next word is in the past.");
      const row = {
        ...{ id: ctx.ids.newId("inc"), kind },
        ...{ title: inEachLanguage((lang) => words[`title_${lang}`]), text: inEachLanguage((lang) => words[lang]) },
        ...{ startedAt, endedAt: null, nextWordAt: next ?? null, updatedAt: now },
      };
      await ctx.db.transaction(async (tx) => {
        await tx.insert(incident).values(row);
        await audited(ctx, tx, operator, { action: "incident_opened", before: null, after: row, reason });
      });
      return done({ id: row.id, state: "open" });
    },
  }),
  command({
    name: "incidents update",
    summary: "Changes the texts or the time of the next word of an incident, open or over.",
    changes: { asksNothing: "a further update undoes it, and the audit log keeps the earlier texts" },
    positional: ["id"],
    args: z.object({
      id: idArgument,
      kind: kindArgument.optional(),
      ...titlesBy((lang) => titleIn(lang).optional()),
      ...inEachLanguage((lang) => textIn(lang).optional()),
      next: nextWord.optional(),
      reason: reasonArgument,
    }),
    async run(ctx, { id, kind, next, reason, ...words }, operator) {
      const now = ctx.clock.now();
      const newTitle = inAll((lang) => words[`title_${lang}`]);
      const newText = inAll((lang) => words[lang]);
      if (newTitle === "in some" || newText === "in some") return refused("Change a text in both languages.");
      if (next && next <= now) return refused("The time of the next word is in the past.");
      return changed(ctx, operator, { id, action: "incident_updated", reason }, (row) => {
        if (next && row.endedAt) return "It is over: nobody waits for the next word.";
        return {
          ...(kind && { kind }),
          ...(newTitle && { title: newTitle }),
          ...(newText && { text: newText }),
          ...(next && { nextWordAt: next }),
        };
      });
    },
  }),
  command({
    name: "incidents close",
    summary: "Ends an incident; it stays in the list of what went wrong.",
    changes: { asksNothing: "a new incident can be opened, and no order depends on it" },
    positional: ["id"],
    args: z.object({
      id: idArgument,
      at: momentArgument.optional().describe("when it was over, 2026-12-31T08:00:00Z; now without it"),
      reason: reasonArgument,
    }),
    async run(ctx, { id, at, reason }, operator) {
      const endedAt = at ?? ctx.clock.now();
      if (endedAt > ctx.clock.now()) return refused("The end is in the future.");
      return changed(ctx, operator, { id, action: "incident_closed", reason }, (row) => {
        if (row.endedAt) return "It is over already.";
        if (endedAt < row.startedAt) return "It would end before it began.";
        return { endedAt, nextWordAt: null };
      });
    },
  }),
];

/** A text in each language; null where it is in none. */
function inAll(textFor: (lang: Lang) => string | undefined): Record<Lang, string> | "in some" | null {
  const typed = languages.filter((lang) => textFor(lang) !== undefined);
  if (typed.length === 0) return null;
  return typed.length < languages.length ? "in some" : inEachLanguage((lang) => textFor(lang) ?? "");
}

type Act = { id: string; action: string; reason: string };

/** `change` returns new values, or a refusal in one sentence. */
async function changed(
  ctx: Context,
  operator: Operator,
  { id, action, reason }: Act,
  change: (row: Row) => Partial<Row> | string,
) {
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(incident).where(eq(incident.id, id)).for("update");
    if (!before) return refused(`There is no incident ${id}.`);
    const values = change(before);
    if (typeof values === "string") return refused(values);
    if (isDeepStrictEqual({ ...before, ...values }, before)) return done(nothingToChange);
    const after = { ...before, ...values, updatedAt: ctx.clock.now() };
    await tx.update(incident).set(after).where(eq(incident.id, id));
    await audited(ctx, tx, operator, { action, before, after, reason });
    return done({ id, state: after.endedAt ? "over" : "open" });
  });
}

type Change = { action: string; before: Row | null; after: Row; reason: string };

function audited(ctx: Context, tx: Tx, operator: Operator, { action, before, after, reason }: Change): Promise<void> {
  return recordAudit(ctx, tx, operator, { action, subject: after.id, reason, details: { before, after } });
}
