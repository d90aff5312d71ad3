import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { CompactEncrypt, compactDecrypt, EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod/v4";

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
 * secret and decrypted with any, so secrets can be rotated without signing members out. See docs/decisions/009. `mostBytes`: of a
 * long value, as JSON; it is compressed before it is encrypted.
 */
export function sealedCookie<T>(options: {
  name: string;
  schema: z.ZodType<T>;
  maxAgeSeconds: number;
  secrets: readonly string[];
  secure: boolean;
  mostBytes?: number;
}): SealedCookie<T> {
  const { schema, maxAgeSeconds, secure, mostBytes } = options;
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
        const value = await (mostBytes === undefined
          ? opened(sealed, key, name, now)
          : openedLong(sealed, key, { name, now, mostBytes }));
        if (value !== undefined) return schema.safeParse(value).data ?? null;
      }
      return null;
    },
    async write(value, now, ageSeconds = maxAgeSeconds) {
      const exp = Math.floor(now.getTime() / 1000) + ageSeconds;
      if (mostBytes !== undefined) return header(await sealedLong({ value, aud: name, exp }, sealingKey), ageSeconds);
      const sealed = await new EncryptJWT({ value })
        .setProtectedHeader(protectedHeader)
        // A value sealed for one cookie is invalid in another.
        .setAudience(name)
        .setExpirationTime(exp)
        .encrypt(sealingKey);
      return header(sealed, ageSeconds);
    },
    clear: () => header("", 0),
  };
}

const protectedHeader = { alg: "dir", enc: "A256GCM" };
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const longClaims = z.object({ value: z.unknown(), aud: z.string(), exp: z.number() });

/** The claims of a token, compressed. As the text inside a token they would be a third longer. */
async function sealedLong(claims: z.infer<typeof longClaims>, key: Uint8Array): Promise<string> {
  const bytes = brotliCompressSync(JSON.stringify(claims), quick);
  return new CompactEncrypt(bytes).setProtectedHeader(protectedHeader).encrypt(key);
}

async function openedLong(
  sealed: string,
  key: Uint8Array,
  { name, now, mostBytes }: { name: string; now: Date; mostBytes: number },
): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [protectedHeader.alg],
      contentEncryptionAlgorithms: [protectedHeader.enc],
    });
    const text = brotliDecompressSync(plaintext, { maxOutputLength: mostBytes + 200 }).toString();
    const { value, aud, exp } = longClaims.parse(JSON.parse(text));
    return aud === name && exp > now.getTime() / 1000 ? value : undefined;
  } catch {
    return undefined;
  }
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
      keyManagementAlgorithms: [protectedHeader.alg],
      contentEncryptionAlgorithms: [protectedHeader.enc],
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
