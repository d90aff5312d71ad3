// Checks a signed receipt or pay-in address without us: node verify-receipt.mjs receipt.json exchange-keys.json
// The keys are at /.well-known/exchange-keys.json of the exchange. Prints what is signed; exits with 1 if it is not.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

/** JSON with sorted keys and without white space (RFC 8785 for texts, lists and objects). */
function canonical(value) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") throw new Error("a statement has no numbers");
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Throws unless the text is a statement of this issuer, signed with a key that was in force at that time. */
export function verified(text, { issuer, keys }) {
  const { statement, signature, ...others } = JSON.parse(text);
  if (Object.keys(others).length > 0) throw new Error("more than a statement and its signature");
  if (statement.issuer !== issuer) throw new Error(`signed for ${statement.issuer}, not for ${issuer}`);
  const key = keys.find(({ kid }) => kid === statement.key);
  if (!key) throw new Error(`no key ${statement.key}`);
  const fingerprint = createHash("sha256").update(Buffer.from(key.x, "base64url")).digest("hex").slice(0, 16);
  if (fingerprint !== key.kid) throw new Error("the key is not the one of its id");
  const { signed_at: at } = statement;
  if (at < key.valid_from || (key.valid_until !== null && at > key.valid_until)) throw new Error("key not in force then");
  const bytes = Buffer.from(signature, "base64url");
  if (bytes.toString("base64url") !== signature) throw new Error("not a signature");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key.x }, format: "jwk" });
  if (!verify(null, Buffer.from(canonical(statement)), publicKey, bytes)) throw new Error("changed since it was signed");
  return statement;
}

if (process.argv[1]?.endsWith("verify-receipt.mjs")) {
  const [receipt, keys] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
  try {
    console.log("Signed and unchanged:", verified(receipt, JSON.parse(keys)));
  } catch (error) {
    console.error("NOT VALID:", error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
