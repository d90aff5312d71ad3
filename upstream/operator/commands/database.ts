import { readFileSync } from "node:fs";
import { z } from "zod/v4";
import { acceptHistory } from "../../db/history/history.ts";
import { pendingIn } from "../../db/open.ts";
import { createServiceRole, renewServiceRole } from "../../db/postgres/service-role.ts";
import { dryRunArgument, reasonArgument } from "../arguments.ts";
import { recordAudit } from "../audit.ts";
import { command, done, refused } from "../command.ts";

const password = z.string().min(16, { error: "Use at least 16 characters." }).optional();

const nothingToDo = done("Nothing to do: the database is at this version.");

/** The one change that is allowed while the history is not accepted. */
export const acceptHistoryName = "db accept-history";

/** What this process found to do before it opened the database, which does it. */
let migrated: readonly string[] | "created" = [];

function migratedText(): string {
  const now = "The database is at this version";
  if (migrated === "created") return `${now}: it was created.`;
  if (migrated.length === 0) return `${now}: there was nothing to migrate.`;
  return `${now}. Migrations that were run: ${migrated.join(", ")}.`;
}

export const databaseCommands = [
  command({
    name: "db migrate",
    connects: true,
    summary:
      "Migrates the database to this version; the service does the same at start where its role may. --dry-run lists what is to do.",
    args: z.object({ dry_run: dryRunArgument }),
    async beforeOpening({ dry_run }, { where, isOwned }) {
      // A process that has the database open has migrated it.
      if (isOwned) return undefined;
      const pending = await pendingIn(where);
      if (dry_run === undefined) {
        migrated = pending ?? "created";
        return undefined;
      }
      if (!pending) return done("There is no database yet: it would be created.");
      return pending.length > 0 ? done({ would_run: pending }) : nothingToDo;
    },
    async run({ db, log }, { dry_run }) {
      if (dry_run) return nothingToDo;
      // Any process with the database open has migrated the tables, this one included; the queues are tables as well.
      // Loaded here: every command of the operator reads this table of commands first.
      const { jobQueues } = await import("../../jobs/boss.ts");
      const queues = jobQueues(db, { onError: (error, job) => log.error({ err: error, job }, "queues failed") });
      await queues.prepare();
      await queues.stop();
      await renewServiceRole(db);
      return done(migratedText());
    },
  }),
  command({
    name: acceptHistoryName,
    connects: true,
    summary:
      "Accepts a database that was restored on purpose: the service uses it again, and what it lacks stays lost.",
    changes: { asksNothing: "it changes no money: what the database lacks is gone already" },
    args: z.object({ reason: reasonArgument }),
    async run(ctx, { reason }, operator) {
      await ctx.db.transaction(async (tx) => {
        const mark = await acceptHistory(ctx.db.rawIn(tx));
        const entry = { action: "history_accepted", subject: "database", reason, details: { after: { mark } } };
        await recordAudit(ctx, tx, operator, entry);
      });
      return done("The history of this database is accepted. Run `ledger verify`, and compare the rails.");
    },
  }),
  command({
    name: "db role",
    connects: true,
    summary:
      "Creates or renews the PostgreSQL role for the service, with the least rights it needs. Run it as the owner. It has no --dry-run: repeated, it sets the same rights again.",
    positional: ["name"],
    args: z.object({
      name: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}$/, { error: "Use small letters, digits and _." })
        .describe("kursa_service"),
      password: password.describe("its password; the list of processes shows it"),
      password_file: z.string().optional().describe("file with its password, or - for the standard input"),
    }),
    async run({ db }, { name, password: typed, password_file }) {
      if (db.kind === "pglite") return done("The embedded database has no roles: only this program can open it.");
      const read = password.safeParse(typed ?? contentOf(password_file));
      if (!read.success) return refused(`password_file: ${read.error.issues[0]?.message}`);
      await createServiceRole(db, name, read.data);
      return done(`The role ${name} can book and read, and can change no transfer and no audit entry.`);
    },
  }),
];

/** A file's only line; `-` is the standard input. */
function contentOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFileSync(path === "-" ? 0 : path, "utf8").replace(/\r?\n$/, "");
}
