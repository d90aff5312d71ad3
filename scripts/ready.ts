/**
 * Ensures that the tests have Chromium and PostgreSQL: uses installed ones, otherwise installs them where no
 * interaction is needed (Debian as root or with passwordless sudo), otherwise lists what is missing.
 */
import { spawnSync } from "node:child_process";
import { findProgram } from "../tests/support/find-program.ts";
import { findPostgres } from "../tests/support/postgres-binaries.ts";
import { findChromium } from "../tests/support/site/chromium.ts";

/** Packages by name; of alternatives the first available. */
const requirements = [
  { name: "Chromium", find: findChromium, packages: ["chromium-headless-shell|chromium"] },
  { name: "PostgreSQL 15 or newer", find: findPostgres, packages: ["postgresql"] },
  { name: "PgBouncer", find: () => findProgram("pgbouncer"), packages: ["pgbouncer"] },
  { name: "Caddy", find: () => findProgram("caddy"), packages: ["caddy"] },
  { name: "nginx", find: () => findProgram("nginx"), packages: ["nginx"] },
  { name: "OpenSSL (makes nginx's certificate)", find: () => findProgram("openssl"), packages: ["openssl"] },
];

/** Debian starts installed servers unless this file exists: the tests start their own. */
const quietInstall = `
  policy=/usr/sbin/policy-rc.d
  [ -e $policy ] || { printf '#!/bin/sh\\nexit 101\\n' >$policy; chmod +x $policy; ours=1; }
  for names; do
    for name in $(echo "$names" | tr '|' ' '); do
      apt-get install -y -qq --no-install-recommends "$name" && break
    done
  done
  [ -z "$ours" ] || rm $policy
`;

const missing = requirements.filter((tool) => !tool.find());
if (missing.length > 0) install(missing.flatMap((tool) => tool.packages));
const still = requirements.filter((tool) => !tool.find());
for (const tool of still) {
  console.error(
    `Missing: ${tool.name}. On Debian or Ubuntu: apt-get install ${tool.packages.join(" ").replaceAll("|", " or ")}`,
  );
}
process.exitCode = still.length > 0 ? 1 : 0;

function install(packages: string[]): void {
  if (!findProgram("apt-get")) return;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"]).status !== 0) return;
  const run = (...args: string[]) =>
    spawnSync(root ? "env" : "sudo", [...(root ? [] : ["env"]), "DEBIAN_FRONTEND=noninteractive", ...args], {
      stdio: "inherit",
    });
  console.log(`Installing ${packages.join(", ")}`);
  run("apt-get", "update", "-qq");
  run("sh", "-c", quietInstall, "sh", ...packages);
}
