import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";

/** A key pair that identifies us to push services (RFC 8292); `publicKey` is the uncompressed point in base64url. */
export type VapidKey = { publicKey: string; privateKey: KeyObject };

/**
 * One key for each secret, the newest first. They are derived, so every process has the same and none is stored; a
 * subscription made with the key of an older secret works as long as that secret is accepted.
 */
export function vapidKeys(secrets: readonly string[]): VapidKey[] {
  return secrets.map((secret) => keyFrom(Buffer.from(hkdfSync("sha256", secret, "", "web-push", 32))));
}

function keyFrom(bytes: Buffer): VapidKey {
  const pair = createECDH("prime256v1");
  // Throws for a number that is no private key of the curve: one of 2^32.
  pair.setPrivateKey(bytes);
  const point = pair.getPublicKey();
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const key = { kty: "EC", crv: "P-256", x, y, d: bytes.toString("base64url") };
  return { publicKey: point.toString("base64url"), privateKey: createPrivateKey({ key, format: "jwk" }) };
}
