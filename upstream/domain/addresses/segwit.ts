import { bech32, bech32m } from "@scure/base";

/** BIP 173 and BIP 350: a known prefix, `1`, and words of five bits that carry a version, a program and a checksum. */
export type SegwitAddress = { prefix: string; account: string; state: "good" | "mistyped" | "unusable" };

/** `undefined` when the text does not begin with one of the prefixes, or is not spelt like such an address. */
export function readSegwitAddress(text: string, prefixes: readonly string[]): SegwitAddress | undefined {
  const account = text.toLowerCase();
  const isOneCase = text === account || text === text.toUpperCase();
  const prefix = prefixes.find((known) => account.startsWith(`${known}1`));
  if (!prefix || !isOneCase || account.length > 90) return undefined;
  if (!words.test(account.slice(prefix.length + 1))) return undefined;
  return { prefix, account, state: stateOf(account) };
}

const words = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/;

/** Version 0 carries a bech32 checksum and every later one bech32m; the other one's is a typing error. */
function stateOf(account: string): SegwitAddress["state"] {
  const old = bech32.decodeUnsafe(account);
  const decoded = old ?? bech32m.decodeUnsafe(account);
  if (!decoded) return "mistyped";
  const [version, ...rest] = decoded.words;
  if ((version === 0) !== Boolean(old)) return "mistyped";
  const program = bech32.fromWordsUnsafe(rest);
  // Later versions are valid but nobody can hold a key for them today: money sent there would be anybody's.
  const lengths = version === 0 ? [20, 32] : version === 1 ? [32] : [];
  return program && lengths.includes(program.length) ? "good" : "unusable";
}
