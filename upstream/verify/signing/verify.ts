import { createPublicKey, verify } from "node:crypto";
import { z } from "zod/v4";
import type { PublicSigningKey } from "../../../contract/order/signed-statements.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";

const envelope = z.strictObject({
  statement: z.looseObject({ issuer: z.string(), key: z.string(), signed_at: z.string() }),
  signature: z.string(),
});

/** Whether a pasted statement is ours: signed by one of the keys while that was in force, and not changed since. */
export function isSignedByUs(text: string, keys: readonly PublicSigningKey[], issuer: string): boolean {
  const signed = parsed(text);
  if (!signed || signed.statement.issuer !== issuer) return false;
  const { statement, signature } = signed;
  const key = keys.find(({ kid }) => kid === statement.key);
  if (!key || statement.signed_at < key.valid_from) return false;
  if (key.valid_until !== null && statement.signed_at > key.valid_until) return false;
  const bytes = Buffer.from(signature, "base64url");
  // A decoder that ignores what it cannot read would accept two texts of one signature.
  if (bytes.toString("base64url") !== signature) return false;
  const { kty, crv, x } = key;
  return verify(
    null,
    Buffer.from(statementText(statement)),
    createPublicKey({ key: { kty, crv, x }, format: "jwk" }),
    bytes,
  );
}

function parsed(text: string): z.infer<typeof envelope> | undefined {
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Empty, which nobody has signed, for a statement with values that no statement of ours has. */
function statementText(statement: object): string {
  try {
    return canonicalJson(statement);
  } catch {
    return "";
  }
}
