import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { newAccountKey } from "./accounts.ts";
import { createList } from "./list.ts";
import { readKey, type SignerSetup } from "./settings-file.ts";

/**
 * The first day, by a person: creates the list, and with `isNewKey` the key; returns what to note, as lines. Refuses where
 * either exists: a second list would use nonces again that were used before, and a lost key cannot be made again.
 */
export function initSigner(
  { settings, files }: SignerSetup,
  { isNewKey, now }: { isNewKey: boolean; now: Date },
): { faults: string[] } | { lines: string[] } {
  if (existsSync(files.list)) return { faults: [`There is a list ${files.list} already.`] };
  if (isNewKey) {
    if (existsSync(files.key)) return { faults: [`There is a key ${files.key} already.`] };
    writeFileSync(files.key, `${newAccountKey(randomBytes(32))}\n`, { mode: 0o600, flag: "wx" });
  }
  const accounts = readKey(files);
  if ("faults" in accounts) return accounts;
  const { hot, gas, xpub } = accounts;
  createList(files.list, { chain: settings.chain, hot: hot.address, gas: gas.address, at: now.toISOString() });
  return { lines: [`hot address: ${hot.address}`, `gas address: ${gas.address}`, `EVM_XPUB=${xpub}`] };
}
