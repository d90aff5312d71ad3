/** What a journal says, read by its format alone. */
export type ReadJournal = {
  /** Sums of all postings in minor units, by account and commodity. */
  balances: Map<string, bigint>;
  /** What its last transaction states of each account and commodity. */
  stated: Map<string, bigint>;
  transactions: number;
  prices: number;
  /** What a strict reader refuses: undeclared accounts and commodities, transactions that do not balance. */
  faults: string[];
};

const posting = /^ {4}(\S+) {2}(-?[\d.]+) "([^"]+)"(?: = (-?[\d.]+) "([^"]+)")?$/;
const minorOf = (text: string) => BigInt(text.replace(".", ""));

/** Reads the journal that `books export` writes, and checks what hledger's `check --strict` checks. */
export function readJournal(text: string): ReadJournal {
  const journal: ReadJournal = { balances: new Map(), stated: new Map(), transactions: 0, prices: 0, faults: [] };
  const [accounts, commodities] = [new Set<string>(), new Set<string>()];
  for (const line of text.split("\n")) {
    if (line.startsWith("account ")) accounts.add(line.slice(8));
    if (line.startsWith("commodity ")) commodities.add(/"([^"]+)"/.exec(line)?.[1] ?? "");
    if (line.startsWith("P ")) journal.prices += 1;
  }
  for (const block of text.split("\n\n").filter((part) => /^\d{4}-\d{2}-\d{2} \* /.test(part))) {
    journal.transactions += 1;
    const sums = new Map<string, bigint>();
    for (const line of block.trimEnd().split("\n").slice(1)) {
      const [, account = "", amount = "", asset = "", balance] = posting.exec(line) ?? [];
      if (account === "") journal.faults.push(`cannot be read: ${line}`);
      if (!accounts.has(account)) journal.faults.push(`account ${account} is not declared`);
      if (!commodities.has(asset)) journal.faults.push(`commodity ${asset} is not declared`);
      const key = `${account} ${asset}`;
      sums.set(asset, (sums.get(asset) ?? 0n) + minorOf(amount));
      journal.balances.set(key, (journal.balances.get(key) ?? 0n) + minorOf(amount));
      if (balance === undefined) continue;
      journal.stated.set(key, minorOf(balance));
      if (journal.balances.get(key) !== minorOf(balance)) journal.faults.push(`${key} is not ${balance}`);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) journal.faults.push(`${asset} does not balance in ${block}`);
  }
  return journal;
}
