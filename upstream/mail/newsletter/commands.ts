import { readFile } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { count } from "drizzle-orm";
import { z } from "zod/v4";
import { languageSettings, languages } from "../../../contract/values/languages.ts";
import { newsletterDelivery, newsletterSubscriber } from "../../db/schema/newsletter.ts";
import { anywayArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { secondLook } from "../../operator/second-look.ts";
import { csvFile } from "../../shared/csv.ts";
import { type IssueFile, issueFile, issueId, queueDeliveries, storeIssue } from "./issues.ts";
import { readRecipients } from "./recipients.ts";

const fileArgument = z
  .string({ error: "Enter the file with --file." })
  .refine(isAbsolute, "Enter the whole path: another process may read it.")
  .describe(`whole path of a JSON file: {${languages.map((lang) => `"${lang}": {"subject", "text"}`).join(", ")}}`);

export const newsletterCommands = [
  command({
    name: "newsletter count",
    summary: "Who gets the newsletter, by language, and what of the last issues is still to be sent.",
    args: z.object({}),
    async run(ctx) {
      const recipients = await readRecipients(ctx.db.orm);
      const { askedAt, confirmedAt } = newsletterSubscriber;
      const [asked] = await ctx.db.orm
        .select({ all: count(askedAt), confirmed: count(confirmedAt) })
        .from(newsletterSubscriber);
      const [mail] = await ctx.db.orm
        .select({ all: count(), ended: count(newsletterDelivery.endedAt) })
        .from(newsletterDelivery);
      return done({
        recipients: recipients.length,
        ...Object.fromEntries(
          languages.map((lang) => [
            languageSettings[lang].name.toLowerCase(),
            recipients.filter(({ language }) => language === lang).length,
          ]),
        ),
        members: recipients.filter(({ consent }) => consent === null).length,
        unconfirmed: (asked?.all ?? 0) - (asked?.confirmed ?? 0),
        to_send: (mail?.all ?? 0) - (mail?.ended ?? 0),
      });
    },
  }),
  command({
    name: "newsletter export",
    connects: true,
    summary: "Recipients with their consent as a CSV file, or printed without --out.",
    args: z.object({
      out: z.string().trim().min(1).max(1000).optional().describe("CSV file to write, newsletter.csv"),
    }),
    async run(ctx, { out }) {
      const recipients = await readRecipients(ctx.db.orm);
      const text = csvFile(
        ["email", "language", "consent", "since"],
        recipients.map(({ email, language, consent, since }) => [
          email,
          language,
          consent ?? "chosen in the account",
          since?.toISOString() ?? "",
        ]),
      );
      if (out === undefined) return done(text);
      const message = `${recipients.length} recipients are in ${out}.`;
      return { ok: true, data: { recipients: recipients.length }, file: { path: out, text, message } };
    },
  }),
  command({
    name: "newsletter send",
    summary: "Sends an issue to all recipients, each in their language and once, 60 a minute.",
    changes: { asks: "always: emails cannot be taken back" },
    args: z.object({ file: fileArgument, reason: reasonArgument, anyway: anywayArgument }),
    async run(ctx, { file, reason, anyway }, operator) {
      const issue = await readIssue(file);
      if (typeof issue === "string") return refused(issue);
      const id = issueId(issue);
      const outcome = await ctx.db.transaction(async (tx) => {
        const recipients = await readRecipients(tx);
        if (recipients.length === 0) return refused("Nobody gets the newsletter.");
        const stored = await storeIssue(tx, issue, recipients, ctx.clock.now());
        if (!stored) return refused(`This issue, ${id}, was sent before.`);
        const concern = `"${issue.en.subject}" goes to ${recipients.length} recipients and cannot be taken back.`;
        const details = { ...secondLook(anyway, [concern]), before: null, after: { recipients: recipients.length } };
        await recordAudit(ctx, tx, operator, { action: "newsletter_sent", subject: id, reason, details });
        return done({ issue: id, recipients: recipients.length });
      });
      if (outcome.ok) await queueDeliveries(ctx);
      return outcome;
    },
  }),
];

/** A sentence when there is no such file, or it is none. */
async function readIssue(path: string): Promise<IssueFile | string> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return `There is no readable file ${path}.`;
  const parsed = issueFile.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  const [fault] = parsed.error.issues;
  return `${path}: ${fault?.path.join(".") || "file"}: ${fault?.message ?? "invalid"}`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
