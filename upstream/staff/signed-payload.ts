import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod/v4";
import { canonicalJson } from "../../contract/values/canonical-json.ts";

/**
 * What a member of staff signs: a command with all its arguments, when, by which key, and for which exchange (its public
 * origin), so that it says nothing to another one. `id` is new for each, so that it runs once.
 */
const payload = z.object({
  kind: z.literal("kursa-operator-command"),
  origin: z.string(),
  command: z.string(),
  args: z.record(z.string(), z.string()),
  at: z.iso.datetime(),
  id: z.string().min(16).max(64),
  key: z.string(),
});
export type SignedPayload = z.infer<typeof payload>;

export const payloadText = (signed: Omit<SignedPayload, "kind">): string =>
  canonicalJson({ kind: "kursa-operator-command", ...signed });

/** Undefined where it is not the text of a payload. */
export function readPayload(text: string): SignedPayload | undefined {
  try {
    const read = payload.safeParse(JSON.parse(text));
    return read.success && payloadText(read.data) === text ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Base64. */
export const signText = (text: string, key: KeyObject): string => sign(null, Buffer.from(text), key).toString("base64");

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = publicKeyOf(publicKey);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}

/** An Ed25519 public key from the base64 of its SPKI; undefined for anything else. */
export function publicKeyOf(typed: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(typed, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The one way to write a public key, as it is stored and compared. */
export const publicKeyText = (key: KeyObject): string => key.export({ format: "der", type: "spki" }).toString("base64");

/** The name of a key, from its public part. */
export const keyId = (publicKey: string): string =>
  `key_${createHash("sha256").update(publicKey).digest("hex").slice(0, 24)}`;
