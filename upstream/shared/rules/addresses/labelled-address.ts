import { readAddress } from "./address.ts";

const usualWords =
  "address addr wallet deposit receive receiving payout network crypto my the is to for on in адрес адреса кошелек кошелёк кошелька сеть мой для на в";

/** Beside an address of each network: what the network and its standard of tokens are called. */
const networkWords: Readonly<Record<string, string>> = {
  tron: "tron trc20 trc-20 trc трон",
  ethereum: "ethereum eth erc20 erc-20 erc эфириум",
  bitcoin: "bitcoin btc биткоин биткойн segwit bech32",
  litecoin: "litecoin ltc лайткоин",
};

/** What people call the assets, by the first part of an asset's id. */
const assetWords: Readonly<Record<string, string>> = { usdt: "usdt usd₮ tether" };

const word = /[\p{L}\p{N}₮]+(?:-[\p{L}\p{N}₮]+)*/gu;
/** Between and around words: spaces, quotes, brackets, punctuation and signs of formatting, none of which a link needs. */
const between = /^[\s"'`´‘’‚“”„«»‹›<>()[\]{}*_.,;:!…。|\p{Pd}]*$/u;
/** A wallet's address with its label is far shorter. */
const longest = 300;

/**
 * The only address of the asked network in a text of which every other word says no more than that it is one: `TRC20: T…`,
 * `Адрес: T…`, `T… (USDT TRC20)`, `*T…*.`. Undefined if anything else stands there: another network, a second address, an unknown
 * word. Such a word can change where the money must go: the same `0x…` exists on many networks, and old addresses of Bitcoin are
 * written like those of Bitcoin Cash.
 */
export function addressAmongWords(
  asset: { id?: string | undefined; network: string },
  text: string,
): string | undefined {
  if (text.length > longest || !text.split(word).every((gap) => between.test(gap))) return undefined;
  const allowed = wordsBeside(asset);
  const words = [...text.matchAll(word)].map(({ 0: spelling, index }) => ({ spelling, index }));
  const others = words.map(({ spelling }) => !allowed.has(spelling.toLowerCase()));
  const [start, end] = [words[others.indexOf(true)], words[others.lastIndexOf(true)]];
  if (!start || !end) return undefined;
  const grouped = text
    .slice(start.index, end.index + end.spelling.length)
    .replace(/\s+/g, "")
    .replace(/^0X/, "0x");
  return "account" in readAddress(asset.network, grouped) ? grouped : undefined;
}

function wordsBeside({ id, network }: { id?: string | undefined; network: string }): ReadonlySet<string> {
  const [symbol = ""] = id === undefined ? [] : id.split("-", 1);
  const texts = [usualWords, networkWords[network] ?? "", assetWords[symbol] ?? symbol];
  return new Set(texts.join(" ").split(" ").filter(Boolean));
}
