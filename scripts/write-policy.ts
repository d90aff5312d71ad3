/** Writes docs/payout-policy.md from the policy of payouts; with --check it only compares. */
import { readFileSync, writeFileSync } from "node:fs";
import { payoutRules, policyRow } from "../upstream/payouts/rules/payout-policy.ts";

const path = "docs/payout-policy.md";
const text = page();
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error(`${path} differs from the policy: run npx tsx scripts/write-policy.ts`);
  process.exitCode = 1;
}

function page(): string {
  const rows = payoutRules.map((name) => {
    const { source, destination, causedBy, proof, wait, limit, secondPerson, notice, why } = policyRow(name);
    const cells = [name, source.join(" or "), destination, causedBy.join(" or "), proof.join(" or ")];
    return `| ${[...cells, wait, limit, secondPerson, notice].join(" | ").replaceAll("_", " ").replaceAll("none", "–")} | ${why} |`;
  });
  return `# What a payout needs

Written by \`scripts/write-policy.ts\` from \`upstream/payouts/rules/payout-policy.ts\`, which explains each word. Every movement of
money out of the exchange fits one row, judged by the facts of the database when it is asked for. The answer is a row of
\`payout_clearance\`; without one, or with one that fits no row, the database takes no movement. "unusual": a second person,
once the member or the destination had more than is usual in an hour or a day. See
[record 197](decisions/197-one-policy-for-payouts.md).

| row | whose money | to | caused by | proof | waiting time | limit | second person | notice | what it is |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}

Money that stays with its owner is no movement: rewards of a partner go to a wallet of the same person, and leave it by the
rows above.
`;
}
