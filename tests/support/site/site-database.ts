import { createHash } from "node:crypto";
import pg from "pg";
import { asService, templateDatabase } from "../service/template-server.ts";

/** Environment variable with the URL of the throwaway PostgreSQL for sites; without it sites use the embedded database. */
export const sitesServer = "KURSA_TEST_SITES_SERVER";

/**
 * The connection URL of a site's own database on the throwaway PostgreSQL, created from the template at the first start with its data
 * folder. Null for the embedded database, and for a site that uses the database of another service (API_BASE_URL).
 */
export async function siteDatabase(settings: Record<string, string>, dataDir: string): Promise<string | null> {
  const server = process.env[sitesServer];
  if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL || null;
  if (!server || settings.API_BASE_URL) return null;
  const name = nameOf(dataDir);
  await onServer(server, async (admin) => {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 0) await admin.query(`create database ${name} template ${templateDatabase}`);
  });
  return asService(addressOf(server, name));
}

/** Database settings for a site and for the operator's program; on PostgreSQL they also need secrets, which they do not generate there. */
export function databaseSettings({ databaseUrl }: { databaseUrl: string | null }): Record<string, string> {
  if (databaseUrl === null) return { DATABASE_URL: "" };
  return { DATABASE_URL: databaseUrl, ORDER_LINK_SECRETS: "o".repeat(32), ACCOUNT_SECRETS: "a".repeat(32) };
}

/** Deletes the database of a stopped site. */
export async function dropSiteDatabase(dataDir: string): Promise<void> {
  const server = process.env[sitesServer];
  if (server) await onServer(server, (admin) => admin.query(`drop database if exists ${nameOf(dataDir)} with (force)`));
}

const nameOf = (dataDir: string) => `site_${createHash("sha256").update(dataDir).digest("hex").slice(0, 20)}`;
const addressOf = (server: string, database: string) => server.replace("/?", `/${database}?`);

async function onServer(server: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: addressOf(server, "postgres") });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}
