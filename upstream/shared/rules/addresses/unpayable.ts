import { hexToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m } from "@scure/base";
import { readBase58Address } from "./base58.ts";
import { isTaprootKey } from "./taproot-key.ts";

/** The contract of each token that we exchange, by asset: what a payment URI may name. */
export const contractOf: Readonly<Record<string, string>> = {
  "usdt-trc20": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "usdt-erc20": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
};

/**
 * Contracts whose address is often copied instead of a wallet's, from an explorer's page of a token. What is sent to them
 * cannot be sent on by anybody.
 */
const contracts: ReadonlySet<string> = new Set(
  [
    ...Object.values(contractOf),
    // TRON: USDC, USDD old and new, TUSD, WTRX, JST, SUN, BTT, WIN.
    "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
    "TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn",
    "TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz",
    "TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4",
    "TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR",
    "TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9",
    "TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S",
    "TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4",
    "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7",
    // Ethereum: USDC, DAI, WETH, WBTC, BUSD, TUSD, PYUSD, LINK, SHIB, stETH, BNB; the deposit contract of its stakers.
    "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    "0x6B175474E89094C44Da98b954EedeAC495271d0F",
    "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599",
    "0x4Fabb145d64652a948d72533023f6E7A623C7C53",
    "0x0000000000085d4780B73119b644AE5ecd22b376",
    "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8",
    "0x514910771AF9Ca656af840dff83E8264EcF986CA",
    "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE",
    "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84",
    "0xB8c77482e45F1F44dE1745F52C74426C631bDD52",
    "0x00000000219ab540356cBB839Cbe05303d7705Fa",
  ].map((address) => address.toLowerCase()),
);

/** Made to be read, not from a key, so that nobody can have one. */
const knownUnowned: ReadonlySet<string> = new Set([
  "1BitcoinEaterAddressDontSendf59kuE",
  "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
  // TRON's account for what is burnt.
  "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy",
]);

/** Hashes of nothing, which programs with a fault have paid to: of an empty key, and of an empty script behind a witness. */
const hashesOfNothing: ReadonlySet<string> = new Set([
  "b472a266d0bd89c13706a4132ccfb16f7c3b9fcb",
  "dcc703c0e500b653ca82273b7bfad8045d85a470",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
]);

/**
 * Why nothing must ever be sent to a valid address of a network, as its network writes it: a token's contract, or an
 * address to which no key can exist. Null where it may be paid.
 */
export function whyUnpayable(network: string, account: string): "address_token" | "address_unowned" | null {
  if (contracts.has(account.toLowerCase())) return "address_token";
  if (knownUnowned.has(account)) return "address_unowned";
  const payload = payloadOf(network, account);
  if (payload === null) return null;
  if (hashesOfNothing.has(payload) && !account.startsWith("3")) return "address_unowned";
  return isMadeUp(payload) || (account.toLowerCase().startsWith("bc1p") && !isTaprootKey(payload))
    ? "address_unowned"
    : null;
}

/** The hash or key inside an address, as hexadecimal digits. */
function payloadOf(network: string, account: string): string | null {
  if (network === "ethereum") return /^0x([\da-f]{40})$/i.exec(account)?.[1]?.toLowerCase() ?? null;
  const old = readBase58Address(account);
  if (old) return digitsOf(old.hash);
  const decoded = bech32.decodeUnsafe(account) ?? bech32m.decodeUnsafe(account);
  const program = decoded && bech32.fromWordsUnsafe(decoded.words.slice(1));
  return program ? digitsOf(program) : null;
}

const digitsOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * A pattern that no hash has by chance: eight equal bytes in a row, zeros (burn addresses, precompiled contracts) as well as
 * others, or a few digits repeated to the end. Less likely than one in 2^50.
 */
function isMadeUp(payload: string): boolean {
  const bytes = hexToBytes(payload);
  let equal = 1;
  for (let at = 1; at < bytes.length; at++) {
    equal = bytes[at] === bytes[at - 1] ? equal + 1 : 1;
    if (equal >= 8) return true;
  }
  return [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].some(
    (length) =>
      payload ===
      payload
        .slice(0, length)
        .repeat(Math.ceil(payload.length / length))
        .slice(0, payload.length),
  );
}
