import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { migrationsFolder } from "../../../upstream/db/migrate.ts";
import { driverOptions, pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { prepare } from "../../../upstream/db/prepare.ts";
import { makeRunFolder } from "../run-folder.ts";
import { startTemplateServer } from "./template-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The template of each worker's embedded database. */
    databaseSnapshot: string;
    /** Address of the throwaway PostgreSQL; empty when the tests use the embedded database. */
    postgresServer: string;
  }
}

/** Before all tests: makes their folder, and an empty database at this version as a template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const deleteFolder = makeRunFolder();
  const stop = await provideDatabase(project);
  return async () => {
    await stop();
    deleteFolder();
  };
}

async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE !== "postgres") {
    project.provide("databaseSnapshot", await snapshot());
    project.provide("postgresServer", "");
    return async () => {};
  }
  const server = await startTemplateServer();
  project.provide("databaseSnapshot", "");
  project.provide("postgresServer", server.url(""));
  return server.stop;
}

/** Created once per state of the migrations and cached in `.cache`. */
async function snapshot(): Promise<string> {
  const folder = migrationsFolder();
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith(".sql")) hash.update(readFileSync(join(folder, file)));
  }
  const path = join(".cache", `database-${hash.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(path)) return path;

  const pg = await PGlite.create(driverOptions);
  await prepare(pgliteDatabase(pg));
  const dump = await pg.dumpDataDir("none");
  await pg.close();
  mkdirSync(".cache", { recursive: true });
  // Renamed into place, so that a concurrent run never reads half a file.
  writeFileSync(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
  renameSync(`${path}.${process.pid}`, path);
  return path;
}
