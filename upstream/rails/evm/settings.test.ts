import { HDKey } from "@scure/bip32";
import { privateKeyToAddress } from "viem/accounts";
import { bytesToHex } from "viem/utils";
import { describe, expect, test } from "vitest";
import { readAccountKey } from "./account-key.ts";
import { evmNetwork, evmPayoutSettings, evmSettings } from "./settings.ts";

const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const account = master.derive("m/44'/60'/0'");
const xpub = account.publicExtendedKey;
const usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const settings = { EVM_RPC_URL: "http://127.0.0.1:8545", EVM_CHAIN_ID: "1", EVM_XPUB: xpub };

/** The faults of settings, by name; the text of each is checked for what must not be printed. */
function faultsOf(changed: Record<string, string>): string[] {
  const read = evmSettings.safeParse({ ...settings, ...changed });
  if (read.success) return [];
  return read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
}

describe("addresses of the account", () => {
  test("are those that another implementation derives from the private key", () => {
    const key = readAccountKey(xpub);
    if (typeof key === "string") throw new Error(key);
    const addressAt = (path: string) => {
      const { privateKey } = master.derive(`m/44'/60'/0'/${path}`);
      if (!privateKey) throw new Error(`no private key at ${path}`);
      return privateKeyToAddress(bytesToHex(privateKey));
    };
    for (const index of [0, 1, 77, 2_000_000]) {
      const { checksummed, place } = key.deposit(index);
      expect(place).toBe(checksummed.toLowerCase());
      expect(checksummed).toBe(addressAt(`0/${index}`));
    }
    expect([key.hot.checksummed, key.gas.checksummed]).toEqual(["1/0", "1/1"].map(addressAt));
  });
});

const gwei = 10n ** 9n;

describe("settings of the rail", () => {
  test("are read with contracts in small letters and what is usual where nothing is said", () => {
    const read = evmNetwork({ ...settings, EVM_TOKENS: `usdt-erc20=${usdt}` });
    expect(read).toMatchObject({ chainId: 1, native: "eth", confirmations: "finalized", urls: [settings.EVM_RPC_URL] });
    expect([...read.tokens]).toEqual([["usdt-erc20", usdt.toLowerCase()]]);
    expect(evmNetwork({ ...settings, EVM_CONFIRMATIONS: "12" }).confirmations).toBe(12);
  });

  test.each([
    ["an extended private key", account.privateExtendedKey],
    ["a private key", "ab".repeat(32)],
    ["the words of a wallet", "abandon ".repeat(12).trim()],
  ])("refuse %s in the place of the public one, by name, and never print it", (_, secret) => {
    const faults = faultsOf({ EVM_XPUB: secret });
    expect(faults).toEqual([expect.stringMatching(/^EVM_XPUB: is a private key/)]);
    expect(faults.join()).not.toContain(secret);
  });

  test("name every fault at once", () => {
    const wrong = {
      EVM_RPC_URL: "ftp://node",
      EVM_CHAIN_ID: "main",
      EVM_XPUB: master.publicExtendedKey,
      EVM_TOKENS: `usdt-erc20=${usdt},other=${usdt},x=0x1`,
      EVM_CONFIRMATIONS: "0",
    };
    const faults = faultsOf(wrong).map((fault) => fault.slice(0, 40));
    expect(faults).toHaveLength(6);
    for (const name of Object.keys(wrong)) expect(faults.join()).toContain(name);
  });

  test("refuse the coin's asset among the tokens, and the same node twice", () => {
    expect(faultsOf({ EVM_TOKENS: `eth=${usdt}` })).toEqual([expect.stringContaining("EVM_NATIVE says is the coin")]);
    expect(faultsOf({ EVM_RPC_URL: "http://a,http://a" })).toEqual([expect.stringContaining("two different URLs")]);
  });

  test("name a signer's socket and the limits of fees in gwei; without a socket nothing is paid out", () => {
    expect(evmPayoutSettings(settings)).toBeNull();
    const named = { ...settings, SIGNER_SOCKET: "/run/signer.sock" };
    const usual = { floor: 1_000_000_000n, cap: 100_000_000_000n };
    expect(evmPayoutSettings(named)).toEqual({ socket: "/run/signer.sock", fees: usual });
    expect(evmPayoutSettings({ ...named, EVM_FEE_GWEI: "2-30" })?.fees).toEqual({ floor: 2n * gwei, cap: 30n * gwei });
    expect(faultsOf({ SIGNER_SOCKET: "signer.sock" })).toEqual([expect.stringContaining("absolute path")]);
    expect(faultsOf({ EVM_FEE_GWEI: "30" })).toEqual([expect.stringContaining("two numbers of gwei")]);
    expect(faultsOf({ EVM_FEE_GWEI: "30-2" })).toEqual([expect.stringContaining("smaller number first")]);
  });
});
