import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The public key and the authentication secret of a browser's subscription, in base64url. */
export type BrowserKeys = { p256dh: string; auth: string };
/** Random parts of one message. Both are used once. */
export type MessageKeys = { privateKey: Buffer; salt: Buffer };

const curve = "prime256v1";
const recordSize = 4096;

export function newMessageKeys(): MessageKeys {
  const pair = createECDH(curve);
  pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), salt: randomBytes(16) };
}

/**
 * Encrypts a message for one browser: RFC 8291 with the content coding aes128gcm of RFC 8188, in one record. Only that
 * browser can read it. Throws for keys that are no point of the curve.
 */
export function encryptMessage(text: string, { p256dh, auth }: BrowserKeys, { privateKey, salt }: MessageKeys): Buffer {
  const keyPair = createECDH(curve);
  keyPair.setPrivateKey(privateKey);
  const [ourKey, theirKey] = [keyPair.getPublicKey(), Buffer.from(p256dh, "base64url")];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirKey, ourKey]);
  const secret = derived(keyPair.computeSecret(theirKey), Buffer.from(auth, "base64url"), info, 32);
  const key = derived(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derived(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The delimiter of the last record.
  const record = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.from([2])), cipher.final()]);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(recordSize);
  size.writeUInt8(ourKey.length, 4);
  return Buffer.concat([salt, size, ourKey, record, cipher.getAuthTag()]);
}

/** Whether a browser's keys have the right lengths and the point is on the curve. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (!isBase64url(p256dh, 65) || !isBase64url(auth, 16)) return false;
  const pair = createECDH(curve);
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
}

function isBase64url(text: string, length: number): boolean {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === length && bytes.toString("base64url") === text;
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
