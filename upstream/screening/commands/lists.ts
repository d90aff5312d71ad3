import { desc } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { screeningImport } from "../../db/schema/screening.ts";
import { anywayArgument, flag, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { type Override, secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { secondOfTwo } from "../../staff/pending-approval.ts";
import { loadRegister } from "../../staff/register.ts";
import { importList, type ListImport } from "../import-list.ts";
import { BrokenList } from "../lists/broken-list.ts";

const importArguments = z.object({
  path: z.string({ error: "Enter the file." }).min(1).max(1000).describe("file, as the service's machine names it"),
  aliases: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe("of OFAC's sdn.csv: the file alt.csv, which has its aliases"),
  list: z
    .string({ error: "Name the list with --list." })
    .regex(/^[a-z][a-z0-9-]{1,39}$/, "A short name in small letters, like ofac-sdn.")
    .refine((name) => name !== "blocklist", "That is the name of our own list.")
    .describe("short name of the list, the same at each import: ofac-sdn"),
  date: z.iso.date().optional().describe("day of the list, where its format has none: 2026-12-31"),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "64 hexadecimal digits.")
    .optional()
    .describe(
      "checksum that the file must have, or two files one after the other; needed where a second person imports it, too",
    ),
  reason: reasonArgument,
  anyway: anywayArgument,
});

export const listCommands = [
  command({
    name: "screening lists",
    summary: "Lists of parties who must not be served: date, number of parties, checksum, and who has imported them.",
    args: z.object({ all: flag("also those that were replaced") }),
    async run(ctx, { all }) {
      const rows = await ctx.db.orm.select().from(screeningImport).orderBy(desc(screeningImport.importedAt));
      return done(
        rows
          .filter(({ replacedAt }) => all || replacedAt === null)
          .map((row) => ({
            ...{ list: row.list, format: row.format, date: row.listDate, parties: row.entries, sha256: row.sha256 },
            ...{ imported_by: row.importedBy, imported_at: row.importedAt.toISOString() },
            state: row.replacedAt
              ? "replaced"
              : row.rescanStage === "done"
                ? "in force"
                : "in force, compares what is open",
          })),
      );
    },
  }),
  command({
    name: "screening import",
    summary:
      "Replaces a list by a file of OFAC (sdn.xml, sdn_advanced.xml, sdn.csv with alt.csv, consolidated.xml), EU, UN, or one party a line.",
    changes: {
      asks: "the file is cut, older than the list in force, or a fifth smaller; then a second person gives it, too",
    },
    positional: ["path", "aliases"],
    args: importArguments,
    run: importFile,
  }),
];

/** Ends the transaction of an import that does not take effect; `subject` where it waits for a second person. */
class NotInForce extends Error {
  constructor(
    readonly outcome: Outcome,
    readonly subject: string | null = null,
  ) {
    super("not in force");
  }
}

type ImportArguments = z.infer<typeof importArguments>;

async function importFile(ctx: Context, args: ImportArguments, operator: Operator): Promise<Outcome> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const { list, path, aliases = null, date = null } = args;
      const file = { list, path, aliases, date, importedBy: operator.name };
      const imported = await importList(ctx, tx, file);
      const override = await questionsOf(ctx, tx, imported, args, operator);
      const { before, read } = imported;
      await recordAudit(ctx, tx, operator, {
        ...{ action: "screening_imported", subject: args.list, reason: args.reason },
        details: {
          before: before ? { date: before.listDate, parties: before.entries } : null,
          after: { import: imported.id, date: imported.date, parties: imported.entries, sha256: read.sha256 },
          ...override,
        },
      });
      return done(importSummary(args.list, imported));
    });
  } catch (error) {
    if (error instanceof BrokenList) return refused(`The file is no list that can be imported: ${error.message}.`);
    if (!(error instanceof NotInForce)) throw error;
    if (error.subject !== null) await recordPending(ctx, error.subject, args, operator);
    return error.outcome;
  }
}

/** Throws where the import must not take effect: by what the operator has named, or until a second person gives it, too. */
async function questionsOf(
  ctx: Context,
  tx: Tx,
  { read, date, before, concerns }: ListImport,
  { list, sha256, date: named, anyway }: ImportArguments,
  operator: Operator,
): Promise<Override> {
  if (sha256 !== undefined && read.sha256 !== sha256.toLowerCase())
    throw new NotInForce(refused(`The file has the checksum ${read.sha256}, and not the one that you have named.`));
  if (read.date !== null && named !== undefined && read.date !== named)
    throw new NotInForce(refused(`The file says that it is of ${read.date}: leave out --date.`));
  if (before?.sha256 === read.sha256 && before.listDate === date)
    throw new NotInForce(refused(`This file has been in force since ${before.importedAt.toISOString()}.`));
  const override = secondLook(anyway, concerns);
  const subject = `screening import ${list} ${read.sha256}`;
  if (concerns.length > 0 && sha256 === undefined && !(await loadRegister(tx)).isEmpty)
    throw new NotInForce(refused(unnamedContent));
  if (concerns.length > 0 && (await secondOfTwo(ctx, tx, operator, subject)) === "waits") {
    const state = "not imported until a second person imports the same file with --anyway, too";
    throw new NotInForce(done({ list, sha256: read.sha256, state }), subject);
  }
  return override;
}

/** What is at a path can be replaced after somebody has looked at it. */
const unnamedContent =
  "Two people have to vouch for this file: name its checksum with --sha256, of the copy that you have looked at (sha256sum FILE; of two files: cat sdn.csv alt.csv | sha256sum).";

/** In a transaction of its own, since that of the import is rolled back. */
function recordPending(ctx: Context, subject: string, { list, reason }: ImportArguments, operator: Operator) {
  return ctx.db.transaction(async (tx) => {
    await secondOfTwo(ctx, tx, operator, subject);
    const details = { kind: "waits for a second person", asked: subject };
    await recordAudit(ctx, tx, operator, { action: "screening_import_asked", subject: list, reason, details });
  });
}

const withoutAliases =
  "OFAC publishes the aliases of sdn.csv in a file of its own: give alt.csv after sdn.csv, or import sdn.xml, which has them.";

function importSummary(list: string, { read, date, entries, before }: ListImport) {
  const replaces = before ? `${before.entries} of ${before.listDate}` : "none";
  const warning = read.format === "ofac_csv" && read.aliases === null ? { warning: withoutAliases } : {};
  const aliases = read.aliases === null ? {} : { aliases: read.aliases.count };
  return { list, format: read.format, date, parties: entries, ...aliases, sha256: read.sha256, replaces, ...warning };
}
