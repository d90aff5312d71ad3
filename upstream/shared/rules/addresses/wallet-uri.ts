import { networkRules } from "./networks.ts";

/**
 * A payment URI as wallets copy it: BIP 21 (`bitcoin:`), ERC-681 (`ethereum:`) and `tron:`, or an address of Ethereum's kind behind the
 * short name of its chain (EIP-3770, `eth:0x…`), as Safe copies it. `network` is null
 * for a scheme of a network that we do not have, or for another chain of Ethereum's kind. `token` is the contract or symbol of what
 * is asked for; null for the network's own coin. `lightning`: it can be paid over Lightning as well.
 */
export type WalletUri = {
  scheme: string;
  network: string | null;
  address: string;
  token: string | null;
  lightning: boolean;
};

const networkOfScheme: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(networkRules).map(([network, { scheme }]) => [scheme, network]),
);
const ourSchemes = Object.keys(networkOfScheme).join("|");
/** Of other networks, so that a person reads that it is another one instead of "not an address". */
const foreignSchemes =
  "lightning|bitcoincash|bchtest|dogecoin|dash|zcash|monero|ripple|xrpl?|stellar|solana|ton|bnb|bsc|smartchain|polygon|matic|arbitrum|optimism|avalanche|cardano|cosmos|near|eos|nano";
const scheme = new RegExp(`^(${ourSchemes}|${foreignSchemes}):(?://)?(.*)$`, "is");

/** Short names of chains that people have addresses on; Sepolia's is read as Ethereum's, as its number below. */
const ourChainNames: readonly string[] = ["eth", "sep"];
const foreignChainNames =
  "arb1|matic|base|oeth|bnb|gno|avax|linea|zksync|scr|celo|mantle|blast|zkevm|ftm|sonic|unichain|wc|ink|bera|hyperevm";
const chainAddress = new RegExp(`^(${ourChainNames.join("|")}|${foreignChainNames}):(0x[\\da-f]*)$`, "i");

/** Schemes of payment URIs, for those who look for one inside a text. */
export const walletSchemes = `${ourSchemes}|${foreignSchemes}`;

/** Undefined for a text that is no payment URI. */
export function readWalletUri(text: string): WalletUri | undefined {
  const [, chain, account = ""] = chainAddress.exec(text) ?? [];
  if (chain !== undefined) {
    const network = ourChainNames.includes(chain.toLowerCase()) ? "ethereum" : null;
    return { scheme: chain.toLowerCase(), network, address: account, token: null, lightning: false };
  }
  const [, name = "", rest = ""] = scheme.exec(text) ?? [];
  if (!name) return undefined;
  const [target = "", query = ""] = rest.split("?", 2);
  const network = networkOfScheme[name.toLowerCase()] ?? null;
  const common = { scheme: name.toLowerCase(), lightning: parameter(query, "lightning") !== null };
  return network === "ethereum"
    ? { ...common, ...readEthereumUri(target, query) }
    : { ...common, network, address: target, token: tokenIn(query) };
}

/** ERC-681: `ethereum:[pay-]<address>[@<chain>][/<function>]`; a transfer of tokens names its recipient as `address`. */
function readEthereumUri(target: string, query: string): Pick<WalletUri, "network" | "address" | "token"> {
  const [, account = "", chain = "1", call = ""] = /^(?:pay-)?([^@/]*)(?:@([^/]*))?(?:\/(.*))?$/is.exec(target) ?? [];
  const network = mainChains.includes(chain.toLowerCase()) ? "ethereum" : null;
  if (call === "") return { network, address: account, token: null };
  const recipient = parameter(query, "address");
  // Any other function of a contract is no payment to somebody.
  return call.toLowerCase() === "transfer" && recipient !== null
    ? { network, address: recipient, token: account }
    : { network, address: "", token: account };
}

/** Ethereum's own, and Sepolia's, which the sandbox's QR codes name. */
const mainChains: readonly string[] = ["1", "0x1", "11155111"];

/** TRON has no standard; wallets that name a token write its contract or symbol as `token` or `contract`. */
const tokenIn = (query: string) => parameter(query, "token") ?? parameter(query, "contract");

function parameter(query: string, name: string): string | null {
  const [, value] = [...new URLSearchParams(query)].find(([key]) => key.toLowerCase() === name) ?? [];
  return value || null;
}

/** The URI for a QR code; null for one that names a token's contract, as orders from before have: some wallets pay that. */
export function coinUri(uri: string | null): string | null {
  return uri === null || (readWalletUri(uri)?.token ?? null) !== null ? null : uri;
}
