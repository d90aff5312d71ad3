/**
 * Makes sure that the tests have a Chromium and a PostgreSQL: takes what is installed, else installs it where
 * that needs no question (Debian as root, or with a sudo that asks nothing), else says what is missing.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "../tests/support/chromium.ts";
import { findPostgres } from "../tests/support/postgres-binaries.ts";

const wanted = [
  { name: "Chromium", find: findChromium, packages: ["chromium"] },
  { name: "PostgreSQL 15 or newer", find: findPostgres, packages: ["postgresql"] },
  { name: "zbarimg (reads QR codes)", find: () => which("zbarimg"), packages: ["zbar-tools"] },
];

const missing = wanted.filter((tool) => !tool.find());
if (missing.length > 0) install(missing.flatMap((tool) => tool.packages));
const still = wanted.filter((tool) => !tool.find());
for (const tool of still) {
  console.error(`Missing: ${tool.name}. On Debian or Ubuntu: apt-get install ${tool.packages.join(" ")}`);
}
process.exitCode = still.length > 0 ? 1 : 0;

function install(packages: string[]): void {
  if (!which("apt-get")) return;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"]).status !== 0) return;
  const run = (...args: string[]) =>
    spawnSync(root ? "env" : "sudo", [...(root ? [] : ["env"]), "DEBIAN_FRONTEND=noninteractive", ...args], {
      stdio: "inherit",
    });
  console.log(`Installing ${packages.join(", ")}`);
  run("apt-get", "update", "-qq");
  run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
}

function which(program: string): string | undefined {
  const found = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : undefined;
}
