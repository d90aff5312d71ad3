import { connectPostgres } from "../../../upstream/db/postgres/postgres.ts";
import { createServiceRole } from "../../../upstream/db/postgres/service-role.ts";
import { prepare } from "../../../upstream/db/prepare.ts";
import { jobQueues } from "../../../upstream/jobs/boss.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

/** The role the service of the tests on PostgreSQL connects with. */
export const serviceRole = "kursa_service";

/** The template database on PostgreSQL. */
export const templateDatabase = "kursa_template";

/** The same address, for the service's role. */
export const asService = (url: string) => url.replace("//kursa@", `//${serviceRole}@`);

/** A throwaway PostgreSQL with an empty database at this version as a template, and the service's role. */
export async function startTemplateServer(): Promise<Postgres> {
  const server = await startPostgres({ isDurable: false });
  const db = connectPostgres(await server.freshUrl(templateDatabase), 3);
  await prepare(db);
  const queues = jobQueues(db, {
    onError: (error) => {
      throw error;
    },
  });
  await queues.prepare();
  await queues.stop();
  await createServiceRole(db, serviceRole);
  await db.close();
  return server;
}
