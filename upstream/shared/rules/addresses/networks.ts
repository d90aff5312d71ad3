import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { base58Address } from "./base58.ts";
import { type Coin, readCoinAddress } from "./coin.ts";
import { ethereumAddress, readEthereumAddress } from "./ethereum.ts";
import type { ReadAddress } from "./reading.ts";
import { witnessAddress } from "./segwit.ts";
import { readTronAddress, tronVersion } from "./tron.ts";

/** What differs between networks: a record in `networks` is all that rules and simulated rails know of one. */
export type NetworkRules = {
  /** Validates an address and returns its canonical spelling. */
  read(text: string): ReadAddress;
  /** The scheme of payment URIs that name an address of the network. */
  scheme: string;
  /** The page of a transaction at a public explorer, with `{tx}` for its id: where the demo market links to. */
  explorerTx: string;
  sandbox: SimulatedNetwork;
};

/** How the sandbox simulates a network. */
export type SimulatedNetwork = {
  /** Its assets, with their decimals. */
  assets: Readonly<Record<string, number>>;
  /**
   * A valid address for a hash of twenty bytes. `test`: of the test network, which a wallet with real coins refuses; TRON and
   * Ethereum have the same addresses there.
   */
  address(hash: Uint8Array, net: "main" | "test"): string;
  /** Before the 64 hexadecimal digits of a transaction's id. */
  idPrefix: "" | "0x";
  /**
   * Whether money at deposit addresses has to be swept before it can be paid out. A transaction of Bitcoin and Litecoin spends
   * from any of our addresses. A TRON or Ethereum transfer is sent by the account that has the money, which at a deposit
   * address has none of the coin that pays its fee.
   */
  needsSweep: boolean;
  /**
   * What a transfer costs, in minor units of the asset that pays it. `usual`: what the network usually takes. `refused`: what a
   * transfer costs that the network has refused; null where it charges nothing for one that it does not include.
   */
  fee: { asset: string; usual: bigint; most: bigint; refused: bigint | null };
  /** Content of the QR code; null for assets without a widely supported standard. `amount` in minor units; null leaves it to the payer. */
  paymentUri(asset: string, address: string, amount: bigint | null): string | null;
};

const bitcoin: Coin = {
  versions: [0x00, 0x05],
  prefix: "bc",
  initials: "13",
  test: { versions: [0x6f, 0xc4], prefixes: ["tb", "bcrt"] },
};

/** Excludes the old `3...` script addresses, which look the same as Bitcoin's. */
const litecoin: Coin = {
  versions: [0x30, 0x32],
  prefix: "ltc",
  initials: "LM",
  test: { versions: [0x6f, 0x3a, 0xc4], prefixes: ["tltc", "rltc"] },
};

/** Sepolia: a wallet that scans the code must not send real money. */
const testChainId = 11_155_111;

/** Networks by their id. An asset on another network cannot be sold until its network is added here. */
export const networks = {
  tron: {
    read: readTronAddress,
    scheme: "tron",
    explorerTx: "https://tronscan.org/#/transaction/{tx}",
    sandbox: {
      assets: { "usdt-trc20": 6, trx: 6 },
      address: (hash) => base58Address(tronVersion, hash),
      idPrefix: "",
      needsSweep: true,
      // Energy for the 65,000 units of a transfer is rented; at most: to an address that is new to the token, with none rented.
      fee: { asset: "trx", usual: 2_500_000n, most: 13_400_000n, refused: 1_200_000n },
      paymentUri: () => null,
    },
  },
  ethereum: {
    read: readEthereumAddress,
    scheme: "ethereum",
    explorerTx: "https://etherscan.io/tx/{tx}",
    sandbox: {
      assets: { eth: 18, "usdt-erc20": 6 },
      address: ethereumAddress,
      idPrefix: "0x",
      needsSweep: true,
      // 65,000 gas at 2.5 gwei, at most 6.5; a contract that reverts has used a part of the gas by then.
      fee: { asset: "eth", usual: 160_000_000_000_000n, most: 420_000_000_000_000n, refused: 60_000_000_000_000n },
      // ERC-681 for Ether. The code of a token holds the address only: several wallets pay the contract that ERC-681 names first.
      paymentUri: (asset, address, amount) =>
        asset === "eth" ? `ethereum:${address}@${testChainId}${amount === null ? "" : `?value=${amount}`}` : null,
    },
  },
  bitcoin: {
    read: (text) => readCoinAddress(text, bitcoin),
    scheme: "bitcoin",
    explorerTx: "https://mempool.space/tx/{tx}",
    sandbox: simulatedCoin("btc", bitcoin, { scheme: "bitcoin", fee: 1_410n }),
  },
  litecoin: {
    read: (text) => readCoinAddress(text, litecoin),
    scheme: "litecoin",
    explorerTx: "https://litecoinspace.org/tx/{tx}",
    sandbox: simulatedCoin("ltc", litecoin, { scheme: "litecoin", fee: 1_500n }),
  },
} as const satisfies Record<string, NetworkRules>;

export type NetworkName = keyof typeof networks;

/** The same, for ids that may be none of them. */
export const networkRules: Readonly<Record<string, NetworkRules>> = { ...networks };

export const networkNames = Object.keys(networks).filter((name): name is NetworkName => Object.hasOwn(networks, name));

/** Bitcoin, and coins derived from it. */
function simulatedCoin(asset: string, coin: Coin, { scheme, fee }: { scheme: string; fee: bigint }): SimulatedNetwork {
  const [testPrefix = coin.prefix] = coin.test.prefixes;
  return {
    assets: { [asset]: 8 },
    address: (hash, net) => witnessAddress(net === "test" ? testPrefix : coin.prefix, hash),
    idPrefix: "",
    needsSweep: false,
    fee: { asset, usual: fee, most: fee, refused: null },
    // BIP 21.
    paymentUri: (_asset, address, amount) =>
      `${scheme}:${address}${amount === null ? "" : `?amount=${inWholeCoins(amount)}`}`,
  };
}

/** BIP 21 uses whole coins; trailing zeros would only make the code denser. */
function inWholeCoins(amount: bigint): string {
  return formatDecimal(amount, 8).replace(/\.?0+$/, "");
}
