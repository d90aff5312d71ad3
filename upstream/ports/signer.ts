import type { PublicSigningKey } from "../../contract/order/signed-statements.ts";
import type { Orm } from "../db/database.ts";

/** What every statement says about its signing. */
type Signing = { issuer: string; key: string; signed_at: string };

/** Signs statements of texts, null, lists and objects with the key in force. */
export type Signer = {
  sign<Statement extends object>(
    orm: Orm,
    statement: Statement,
    now: Date,
  ): Promise<{ statement: Statement & Signing; signature: string }>;
  /** All keys ever used, the newest first; at least the one in force. */
  keys(orm: Orm, now: Date): Promise<PublicSigningKey[]>;
  /** Replaces the key in force; the old one signs no more after a minute. Returns the new one. */
  rotate(orm: Orm, now: Date): Promise<PublicSigningKey>;
};
