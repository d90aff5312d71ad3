import { HDKey } from "@scure/bip32";
import { addr } from "micro-eth-signer";

/** One account that signs: its address with the checksum of EIP-55, and its private key. */
export type Account = { address: string; privateKey: Uint8Array };

/**
 * The accounts below one account key m/44'/60'/0' (BIP 44): `hot` (1/0) pays out, `gas` (1/1) pays for sweeps, `deposit`
 * is the deposit address 0/number. `xpub`: the public key of which the service derives the same addresses.
 */
export type Accounts = { xpub: string; hot: Account; gas: Account; deposit(index: number): Account };

const accountPath = "m/44'/60'/0'";
const accountDepth = 3;

/** The accounts of an extended private key, of the master or of the account; undefined for any other text. */
export function readAccounts(text: string): Accounts | undefined {
  const key = privateAccountKey(text.trim());
  if (!key) return undefined;
  const deposits = key.deriveChild(0);
  const paying = key.deriveChild(1);
  return {
    xpub: key.publicExtendedKey,
    hot: accountOf(paying, 0),
    gas: accountOf(paying, 1),
    deposit: (index) => accountOf(deposits, index),
  };
}

/** A new account key from 32 random bytes, as the text of its file. */
export function newAccountKey(seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive(accountPath).privateExtendedKey;
}

function privateAccountKey(text: string): HDKey | undefined {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    return undefined;
  }
  if (key.privateKey === null) return undefined;
  if (key.depth === 0) return key.derive(accountPath);
  return key.depth === accountDepth ? key : undefined;
}

function accountOf(parent: HDKey, index: number): Account {
  const { privateKey } = parent.deriveChild(index);
  if (privateKey === null) throw new Error("A child of a private key has a private key");
  return { address: addr.fromPrivateKey(privateKey), privateKey };
}
