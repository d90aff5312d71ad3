import { z } from "zod/v4";
import { createServiceRole, renewServiceRole } from "../../db/postgres/service-role.ts";
import { jobQueues } from "../../jobs/boss.ts";
import { command, done } from "../command.ts";

export const databaseCommands = [
  command({
    name: "db migrate",
    summary: "Migrates the database to this version; the service does the same at start where its role may.",
    args: z.object({}),
    async run({ db, log }) {
      // Any process with the database open has migrated the tables, this one included; the queues are tables as well.
      const queues = jobQueues(db, { onError: (error, job) => log.error({ err: error, job }, "queues failed") });
      await queues.prepare();
      await queues.stop();
      await renewServiceRole(db);
      return done("The database is at this version.");
    },
  }),
  command({
    name: "db role",
    summary:
      "Creates or renews the PostgreSQL role for the service, with the least rights it needs. Run it as the owner.",
    positional: ["name"],
    args: z.object({
      name: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}$/, { error: "Use small letters, digits and _." })
        .describe("kursa_service"),
      password: z.string().min(16, { error: "Use at least 16 characters." }).optional().describe("its password"),
    }),
    async run({ db }, { name, password }) {
      if (db.kind === "pglite") return done("The embedded database has no roles: only this program can open it.");
      await createServiceRole(db, name, password);
      return done(`The role ${name} can book and read, and can change no transfer and no audit entry.`);
    },
  }),
];
