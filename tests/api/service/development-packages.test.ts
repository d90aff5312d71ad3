import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test.each(["build", "dev", "check", "test", "test:all"])(
  "npm run %s after a production install says in one line what is missing",
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "kursa-production-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync("scripts/development-packages.mjs", join(folder, "scripts/development-packages.mjs"), { recursive: true });
    const [program = "", ...args] = scripts[`pre${name}`]?.split(" ") ?? [];
    expect(program).toBe("node");
    const run = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    });
    expect([run.status, run.stderr]).toEqual([
      1,
      "This needs the development packages, which npm leaves out with NODE_ENV=production. Run: npm ci --include=dev\n",
    ]);
    expect(spawnSync(process.execPath, args, { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  },
);
