import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { desc, eq, isNull, sql } from "drizzle-orm";
import type { PublicSigningKey } from "../../../contract/order/signed-statements.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { Orm } from "../../db/database.ts";
import { signingKey } from "../../db/schema/signing.ts";
import type { Signer } from "../../ports/signer.ts";
import { seal, unseal } from "../../shared/secrets.ts";

/** A process may go on with a replaced key for as long as it keeps it in memory. */
const keptMs = 10_000;
const retiringMs = 60_000;

type Row = typeof signingKey.$inferSelect;
type PrivateKey = ReturnType<typeof createPrivateKey>;

/**
 * Ed25519 keys in the database, the private ones encrypted with the service's secrets as authenticators are. The first
 * is made when it is needed; so is a new one when no secret opens the one in force, of which `onLost` is told. See
 * docs/decisions/161.
 */
export function signer(secrets: readonly string[], issuer: string, onLost: (keyId: string) => void = () => {}): Signer {
  let cachedKey: { key: PrivateKey; id: string; untilMs: number } | undefined;

  const inForce = async (orm: Orm, now: Date) => {
    if (cachedKey && now.getTime() < cachedKey.untilMs && now.getTime() >= cachedKey.untilMs - keptMs) return cachedKey;
    const storedKey = await currentRow(orm);
    const isOpen = storedKey !== undefined && privateKey(secrets, storedKey) !== null;
    if (storedKey && !isOpen) onLost(storedKey.id);
    const opened = isOpen ? storedKey : await replaced(orm, secrets, storedKey, now);
    const key = privateKey(secrets, opened);
    if (!key) throw new Error("No secret opens the signing key that was just made");
    cachedKey = { key, id: opened.id, untilMs: now.getTime() + keptMs };
    return cachedKey;
  };

  return {
    async sign(orm, statement, now) {
      const { key, id } = await inForce(orm, now);
      const whole = { ...statement, issuer, key: id, signed_at: now.toISOString() };
      return { statement: whole, signature: sign(null, Buffer.from(canonicalJson(whole)), key).toString("base64url") };
    },
    async keys(orm, now) {
      await inForce(orm, now);
      const rows = await orm
        .select()
        .from(signingKey)
        .orderBy(sql`${signingKey.validUntil} is null desc`, desc(signingKey.validFrom));
      return rows.map(publicSigningKey);
    },
    async rotate(orm, now) {
      cachedKey = undefined;
      return publicSigningKey(await replaced(orm, secrets, await currentRow(orm), now));
    },
  };
}

async function currentRow(orm: Orm): Promise<Row | undefined> {
  const [row] = await orm.select().from(signingKey).where(isNull(signingKey.validUntil));
  return row;
}

/**
 * Ends the key that was found in force, if any, and makes the next. Of several calls at once one makes it for all: a call
 * that found none ends no key, or there would be moments without one.
 */
async function replaced(orm: Orm, secrets: readonly string[], before: Row | undefined, now: Date): Promise<Row> {
  if (before) {
    const validUntil = new Date(now.getTime() + retiringMs);
    await orm.update(signingKey).set({ validUntil }).where(eq(signingKey.id, before.id));
  }
  const pair = generateKeyPairSync("ed25519");
  const { x = "" } = pair.publicKey.export({ format: "jwk" });
  const id = keyId(x);
  const sealed = seal(secrets, id, pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString());
  await orm.insert(signingKey).values({ id, publicKey: x, sealed, validFrom: now }).onConflictDoNothing();
  const row = await currentRow(orm);
  if (!row) throw new Error("There is no signing key in force");
  return row;
}

function privateKey(secrets: readonly string[], { id, sealed }: Row): PrivateKey | null {
  const opened = unseal(secrets, id, sealed);
  return opened && createPrivateKey(opened.text);
}

function keyId(x: string): string {
  return createHash("sha256").update(Buffer.from(x, "base64url")).digest("hex").slice(0, 16);
}

function publicSigningKey({ id, publicKey, validFrom, validUntil }: Row): PublicSigningKey {
  return {
    ...{ kid: id, kty: "OKP", crv: "Ed25519", x: publicKey },
    valid_from: validFrom.toISOString(),
    valid_until: validUntil?.toISOString() ?? null,
  };
}
