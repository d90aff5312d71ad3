import { asciiForm, unwrapped } from "../../../../contract/values/pasted-text.ts";
import type { FieldCode } from "../../../../contract/values/problem.ts";
import { readAddress } from "./address.ts";
import { addressAmongWords } from "./labelled-address.ts";
import { contractOf, whyUnpayable } from "./unpayable.ts";
import { readWalletUri, type WalletUri } from "./wallet-uri.ts";

type Fault = Extract<FieldCode, `address_${string}`>;
/** `id` is missing where only the network counts. */
type Asked = { id?: string | undefined; network: string };

/**
 * An address as people paste it: with spaces, line breaks, quotes, punctuation and invisible characters, of full width, inside a
 * wallet's payment URI, or beside words that say no more than what it is (`TRC20: T…`). Returns its network's spelling, or why it
 * must not be paid. All destinations are read here.
 */
export function readPastedAddress(asset: Asked, typed: string): { account: string } | { fault: Fault } {
  const alone = readAlone(asset, asciiForm(typed));
  if (!("fault" in alone) || !mayHaveWords.includes(alone.fault)) return alone;
  const account = addressAmongWords(asset, asciiForm(typed));
  return account === undefined ? alone : readAlone(asset, account);
}

/** Faults of a text that is no address by itself; every other says what the address in it is. */
const mayHaveWords: readonly Fault[] = ["address_format", "address_checksum", "address_name"];

function readAlone(asset: Asked, typed: string): { account: string } | { fault: Fault } {
  const text = unwrapped(typed).replace(/\s+/g, "");
  const uri = readWalletUri(text);
  const fault = uri ? faultOfUri(uri, asset) : null;
  if (fault) return { fault };
  const plain = (uri?.address ?? text).replace(/^0X/, "0x");
  if (/^0x0{40}$/.test(plain)) return { fault: "address_unowned" };
  const reading = readAddress(asset.network, plain);
  if ("fault" in reading)
    return { fault: (reading.fault === "address_checksum" ? null : otherKind(plain)) ?? reading.fault };
  const why = whyUnpayable(asset.network, reading.account);
  return why ? { fault: why } : reading;
}

function faultOfUri({ scheme, network, address, token, lightning }: WalletUri, asset: Asked): Fault | null {
  if (scheme === "lightning" || (address === "" && lightning)) return "address_lightning";
  if (scheme === "bitcoincash" || scheme === "bchtest") return "address_cash";
  if (network !== asset.network) return "address_network";
  if (address === "") return "address_format";
  return token !== null && !isTokenOf(token, asset) ? "address_asset" : null;
}

const coins: readonly string[] = ["btc", "ltc", "eth", "trx"];
const contracts = Object.values(contractOf).map((address) => address.toLowerCase());

/**
 * By its contract or its symbol. Contracts of other tokens are in the settings of their rail: any contract is accepted that is not
 * another asset's.
 */
function isTokenOf(token: string, { id }: Asked): boolean {
  if (id === undefined) return true;
  if (/^[A-Z\d₮]{2,10}$/i.test(token)) return token.toLowerCase().replace("₮", "t") === id.split("-", 1)[0];
  const contract = contractOf[id];
  if (contract !== undefined) return contract.toLowerCase() === token.toLowerCase();
  return !coins.includes(id) && !contracts.includes(token.toLowerCase());
}

/** What people take for an address of a network, each with a sentence of its own. */
const otherKinds: readonly [Fault, RegExp][] = [
  ["address_lightning", /^(?:ln(?:bc|tb|bcrt)\w+|lnurl1\w+)$/i],
  ["address_mweb", /^(?:ltc|t)mweb1\w+$/i],
  ["address_cash", /^[qp][a-z\d]{41}$/i],
  ["address_name", /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}$/u],
];

const otherKind = (text: string): Fault | null => otherKinds.find(([, shape]) => shape.test(text))?.[0] ?? null;
