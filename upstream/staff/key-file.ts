import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { keyId, publicKeyText } from "./signed-payload.ts";

/** A guess costs little once the file is stolen, so the passphrase has to be long. */
export const leastPassphrase = 16;

/** The text of a new key file, and the public key to hand to `staff add`. */
export function newKeyFile(passphrase: string): { text: string; publicKey: string; id: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const sealed = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase });
  const publicPart = publicKey.export({ type: "spki", format: "pem" });
  const text = publicKeyText(publicKey);
  return { text: `${String(publicPart)}${String(sealed)}`, publicKey: text, id: keyId(text) };
}

const publicPart = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/;
const privatePart = /-----BEGIN ENCRYPTED PRIVATE KEY-----[^-]+-----END ENCRYPTED PRIVATE KEY-----/;

/** The public key of a key file, which needs no passphrase; undefined where the text is none. */
export function publicKeyOfFile(text: string): { publicKey: string; id: string } | undefined {
  const [part] = publicPart.exec(text) ?? [];
  if (part === undefined || !privatePart.test(text)) return undefined;
  const publicKey = publicKeyText(createPublicKey(part));
  return { publicKey, id: keyId(publicKey) };
}

export type OpenedKey = { id: string; key: KeyObject; publicKey: string };

/** Undefined where the passphrase does not open it, or its two parts are of different keys. */
export function openKeyFile(text: string, passphrase: string): OpenedKey | undefined {
  const filedKey = publicKeyOfFile(text);
  const [sealed] = privatePart.exec(text) ?? [];
  if (!filedKey || sealed === undefined) return undefined;
  try {
    const key = createPrivateKey({ key: sealed, format: "pem", passphrase });
    return publicKeyText(createPublicKey(key)) === filedKey.publicKey ? { ...filedKey, key } : undefined;
  } catch {
    return undefined;
  }
}
