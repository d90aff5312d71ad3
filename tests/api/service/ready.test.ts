import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

/** A PATH with nothing but an apt-get that records its arguments and installs nothing. */
const machine = mkdtempSync(join(tmpdir(), "kursa-bare-"));
afterAll(() => rmSync(machine, { recursive: true, force: true }));

/** The script also looks in root's folders; some systems keep all programs there. */
const isOneFolder = realpathSync("/usr/sbin") === realpathSync("/usr/bin");

test.skipIf(isOneFolder)("installs missing tools with apt-get and lists those still missing", () => {
  const callLog = join(machine, "asked");
  const noting = `#!/bin/sh\nprintf '%s\\n' "$*" >>${callLog}\n`;
  for (const name of ["apt-get", "sh"]) program(name, noting);
  program("sudo", `#!/bin/sh\n[ "$1" = -n ] || exec "$@"\n`);
  symlinkSync("/usr/bin/env", join(machine, "env"));

  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/ready.ts"], {
    encoding: "utf8",
    env: { ...process.env, PATH: machine },
  });

  expect(stderr).toContain("Missing: Caddy. On Debian or Ubuntu: apt-get install caddy");
  expect(stdout).toContain("Installing ");
  expect(readFileSync(callLog, "utf8")).toMatch(/^update -qq\n[\s\S]* caddy .*openssl.*\n$/);
  expect(status).toBe(1);
});

function program(name: string, text: string): void {
  writeFileSync(join(machine, name), text);
  chmodSync(join(machine, name), 0o755);
}
