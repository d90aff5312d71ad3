import { z } from "zod/v4";
import { command, done } from "../command.ts";

export const databaseCommands = [
  command({
    name: "db migrate",
    summary: "Migrates the database to this version; the service does the same at start.",
    args: z.object({}),
    // Any process with the database open has migrated it, this one included.
    run: async () => done("The database is at this version."),
  }),
];
