import { bech32, bech32m } from "@scure/base";

/** BIP 173 and BIP 350: a known prefix, `1`, and 5-bit words with version, program and checksum. */
export type SegwitAddress = { prefix: string; account: string; state: "good" | "mistyped" | "unusable" };

/** `undefined` when the prefix or the alphabet does not match. */
export function readSegwitAddress(text: string, prefixes: readonly string[]): SegwitAddress | undefined {
  const account = text.toLowerCase();
  const isOneCase = text === account || text === text.toUpperCase();
  const prefix = prefixes.find((candidate) => account.startsWith(`${candidate}1`));
  if (!prefix || !isOneCase || account.length > 90) return undefined;
  if (!words.test(account.slice(prefix.length + 1))) return undefined;
  return { prefix, account, state: stateOf(account) };
}

const words = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{7,}$/;

/** Version 0 uses bech32 and later versions bech32m; the other checksum is a typing error. */
function stateOf(account: string): SegwitAddress["state"] {
  const old = bech32.decodeUnsafe(account);
  const decoded = old ?? bech32m.decodeUnsafe(account);
  if (!decoded) return "mistyped";
  const [version, ...rest] = decoded.words;
  if ((version === 0) !== Boolean(old)) return "mistyped";
  const program = bech32.fromWordsUnsafe(rest);
  // Versions above 1 are valid but not in use: anyone could spend money sent there.
  const lengths = version === 0 ? [20, 32] : version === 1 ? [32] : [];
  return program && lengths.includes(program.length) ? "good" : "unusable";
}

/** The address of a program of witness version 0, BIP 173. */
export function witnessAddress(prefix: string, program: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(program)]);
}
