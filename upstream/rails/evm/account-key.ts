import { HDKey } from "@scure/bip32";
import { addr } from "micro-eth-signer";

/** Why a text is no account key, as settings report it; never with the text itself. */
export type AccountKeyFault = "private_key" | "not_an_xpub" | "wrong_depth";

/** An Ethereum address in small letters, and with the checksum of EIP-55. */
type EvmAddress = { place: string; checksummed: string };

/**
 * Addresses below an account's extended public key (BIP 32; the account is m/44'/60'/n'). `deposit`: the address of a number,
 * 0/number below the account. `hot` and `gas`: 1/0 and 1/1, our own addresses that pay out, and that pay for sweeps. Whoever
 * has only this key can derive addresses and spend nothing.
 */
export type AccountKey = { deposit(index: number): EvmAddress; hot: EvmAddress; gas: EvmAddress };

/** Depth of an account below the master key in BIP 44: purpose, coin, account. */
const accountDepth = 3;

/** Reads the setting EVM_XPUB. Names a private key as such, so that it never lies in the settings of a watching process. */
export function readAccountKey(text: string): AccountKey | AccountKeyFault {
  if (isPrivate(text)) return "private_key";
  let account: HDKey;
  try {
    account = HDKey.fromExtendedKey(text);
  } catch {
    return "not_an_xpub";
  }
  if (account.privateKey !== null) return "private_key";
  if (account.depth !== accountDepth) return "wrong_depth";
  const deposits = account.deriveChild(0);
  const internalKey = account.deriveChild(1);
  return {
    deposit: (index) => addressOf(deposits, index),
    hot: addressOf(internalKey, 0),
    gas: addressOf(internalKey, 1),
  };
}

/** An extended private key of any network, the 32 bytes of a key, or the words that a wallet is restored from. */
function isPrivate(text: string): boolean {
  return /^[a-z]prv/i.test(text) || /^(0x)?[0-9a-f]{64}$/i.test(text) || text.trim().split(/\s+/).length >= 12;
}

function addressOf(parent: HDKey, index: number): EvmAddress {
  const { publicKey } = parent.deriveChild(index);
  if (publicKey === null) throw new Error("A child of a public key has a public key");
  const checksummed = addr.fromPublicKey(publicKey);
  return { place: checksummed.toLowerCase(), checksummed };
}
