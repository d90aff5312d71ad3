import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { migrationsFolder } from "../../../upstream/db/migrate.ts";

type Journal = { entries: { tag: string; when: number }[] };

/** A folder of migrations as a later version would have it: ours, and one more with these statements. Until the test ends. */
export function laterMigrations(statements: string): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal = join(folder, "meta", "_journal.json");
  const { entries, ...rest }: Journal = JSON.parse(readFileSync(journal, "utf8"));
  const when = (entries.at(-1)?.when ?? 0) + 1;
  const later = { idx: entries.length, version: "7", when, tag: "9999_later", breakpoints: true };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, later] }));
  writeFileSync(join(folder, "9999_later.sql"), statements);
  return folder;
}
