import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Hash of a session token or recovery code: random and long, so one round of SHA-256 is enough. */
export function hashed(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** `length` digits derived from the secret; the same for the same input. */
export function derivedDigits(secret: string, input: readonly string[], length: number): string {
  const mac = createHmac("sha256", secret)
    .update(JSON.stringify(["email-code", ...input]))
    .digest();
  // 128 bits over at most 10^12: the bias is negligible.
  const number = BigInt(`0x${mac.subarray(0, 16).toString("hex")}`) % 10n ** BigInt(length);
  return number.toString().padStart(length, "0");
}

/** Constant-time comparison of any two texts. */
export function isSameText(candidate: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(candidate), digest(right));
}

/** AES-256-GCM with the newest secret; bound to `owner`, so that it can be decrypted in its own row only. */
export function seal(secrets: readonly string[], owner: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", derivedKey(newestOf(secrets), "seal"), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts with any of the secrets; null when none fits. `isOld`: not the newest one, so it should be encrypted again.
 */
export function unseal(
  secrets: readonly string[],
  owner: string,
  sealed: string,
): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, "base64url");
  for (const [at, secret] of secrets.entries()) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", derivedKey(secret, "seal"), bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-16));
      const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
      return { text, isOld: at > 0 };
    } catch {
      // Encrypted with another secret.
    }
  }
  return null;
}

export function newestOf(secrets: readonly string[]): string {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("Accounts need a secret");
  return newest;
}

/** A key for one purpose, derived from the secret of all. */
export function derivedKey(secret: string, purpose: "seal" | "bot-check"): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
