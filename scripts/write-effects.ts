/** Writes docs/account-effects.md from the table of effects; with --check it only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { type AccountEffect, accountEffects, effectRow } from "../upstream/accounts/rules/account-effects.ts";

const path = "docs/account-effects.md";
const text = page();
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error(`${path} differs from the table of effects: run npx tsx scripts/write-effects.ts`);
  process.exitCode = 1;
}

function page(): string {
  const names = Object.keys(accountEffects) as AccountEffect[];
  const rows = names.map((name) => {
    const { proof, notice, entry, isSecurityChange, onReport } = effectRow(name);
    const cells = [name, proof.join(" or "), notice ?? "–", entry ?? "–", isSecurityChange ? "yes" : "–", onReport];
    return `| ${cells.map((cell) => cell.replaceAll("_", " ")).join(" | ")} |`;
  });
  return `# Effects on an account

Written by \`scripts/write-effects.ts\` from \`upstream/accounts/rules/account-effects.ts\`, which explains each proof. A
security change ends the other sessions and freezes withdrawals for a day. See
[record 185](decisions/185-effects-on-an-account.md).

| effect | proof | email | history | security change | a report or freeze |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
