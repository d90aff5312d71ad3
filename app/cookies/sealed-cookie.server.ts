import { createHash } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod/v4";

export type SealedCookie<T> = {
  /** The full name, with `__Host-` when the site uses https. */
  name: string;
  /** The value; null when it is missing, changed, expired or encrypted with an unknown secret. */
  read(cookieHeader: string | null, now: Date): Promise<T | null>;
  /** The Set-Cookie header, with the cookie's own lifetime or the given one. */
  write(value: T, now: Date, ageSeconds?: number): Promise<string>;
  /** The Set-Cookie header that deletes it. */
  clear(): string;
};

/**
 * An encrypted and authenticated cookie: scripts and visitors can neither read nor change it. Encrypted with the newest
 * secret and decrypted with any, so secrets can be rotated without signing members out. See docs/decisions/009.
 */
export function sealedCookie<T>(options: {
  name: string;
  schema: z.ZodType<T>;
  maxAgeSeconds: number;
  secrets: readonly string[];
  secure: boolean;
}): SealedCookie<T> {
  const { schema, maxAgeSeconds, secure } = options;
  const name = secure ? `__Host-${options.name}` : options.name;
  const [sealingKey, ...olderKeys] = options.secrets.map(keyOf);
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");
  const header = (value: string, age: number) =>
    `${name}=${value}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

  return {
    name,
    async read(cookieHeader, now) {
      const sealed = cookieValue(cookieHeader, name);
      if (!sealed) return null;
      for (const key of [sealingKey, ...olderKeys]) {
        const value = await opened(sealed, key, name, now);
        if (value !== undefined) return schema.safeParse(value).data ?? null;
      }
      return null;
    },
    async write(value, now, ageSeconds = maxAgeSeconds) {
      const sealed = await new EncryptJWT({ value })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        // A value sealed for one cookie is invalid in another.
        .setAudience(name)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + ageSeconds)
        .encrypt(sealingKey);
      return header(sealed, ageSeconds);
    },
    clear: () => header("", 0),
  };
}

function keyOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

async function opened(sealed: string, key: Uint8Array, audience: string, now: Date): Promise<unknown> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      audience,
      currentDate: now,
      requiredClaims: ["exp"],
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return payload.value;
  } catch {
    return undefined;
  }
}

/** The first cookie with that name. */
function cookieValue(cookieHeader: string | null, name: string): string | undefined {
  const pairs = cookieHeader?.split(/;\s*/) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
