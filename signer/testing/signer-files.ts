import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newAccountKey } from "../accounts.ts";

/** The contract of `usdt_erc20` in the sample settings. */
export const sampleToken = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

/** Settings with small limits: 100 USDT alone, 150 in an hour, 200 in a day; 1, 1.5 and 2 ETH. */
export function sampleSettings() {
  const eth = 10n ** 18n;
  const text = (amount: bigint) => amount.toString();
  return {
    chain: 31337,
    keyFile: "key",
    listFile: "list",
    socket: "signer.sock",
    assets: {
      eth: { gas: 21_000, alone: text(eth), hour: text((eth * 3n) / 2n), day: text(eth * 2n) },
      usdt_erc20: { contract: sampleToken, gas: 100_000, alone: "100000000", hour: "150000000", day: "200000000" },
    },
    fees: { perGas: "100000000000", tip: "1000000000", one: text(eth / 50n), day: text(eth / 5n) },
    versions: 3,
    topups: { alone: text(eth / 100n), hour: text(eth / 50n), day: text(eth / 20n) },
    operators: { keys: [] as string[], needed: 2 },
  };
}

/** A new folder with a settings file and the key of the given seed; no list yet. Returns the path of the settings file. */
export function newSignerFolder(settings: unknown = sampleSettings(), seed: Uint8Array = Buffer.alloc(32, 7)): string {
  const folder = mkdtempSync(join(tmpdir(), "signer-"));
  writeFileSync(join(folder, "key"), newAccountKey(seed), { mode: 0o600 });
  const file = join(folder, "signer.json");
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
}
