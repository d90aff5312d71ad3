import { createHash } from "node:crypto";
import pg from "pg";
import { asService, templateDatabase } from "../service/template-server.ts";

/** Names the throwaway PostgreSQL of sites in the environment of test processes; without it sites have their embedded database. */
export const sitesServer = "KURSA_TEST_SITES_SERVER";

/**
 * The address of a site's database on the throwaway PostgreSQL, made from the template when its data folder has none yet; null where
 * the site has its embedded one, or none of its own.
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

/** The settings of a site, and of the operator's program beside it: with a database elsewhere they make no secrets by themselves. */
export function databaseSettings({ databaseUrl }: { databaseUrl: string | null }): Record<string, string> {
  if (databaseUrl === null) return { DATABASE_URL: "" };
  return { DATABASE_URL: databaseUrl, ORDER_LINK_SECRETS: "o".repeat(32), ACCOUNT_SECRETS: "a".repeat(32) };
}

/** Of a site that has stopped. */
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
