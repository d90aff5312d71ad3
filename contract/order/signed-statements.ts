import { z } from "zod/v4";
import { decimal, time } from "../values/amount.ts";

/** Of every statement; texts, null, lists and objects only. Unknown fields are kept, since they are signed too. */
const stated = {
  issuer: z.string().describe("Address of our site."),
  key: z.string().describe("Id of the key, as in `exchange/keys`."),
  signed_at: time,
  order: z.string(),
};

const envelope = {
  signature: z.string().describe("Ed25519 over the statement as canonical JSON (RFC 8785), base64url."),
};

export const addressType = "payin-address/1";
export const receiptType = "receipt/1";

export const signedAddress = z.object({
  statement: z.looseObject({
    ...stated,
    type: z.literal(addressType),
    asset: z.string(),
    network: z.string().nullable(),
    address: z.string(),
    memo: z.string().nullable(),
    amount: decimal,
    valid_until: time.nullable(),
  }),
  ...envelope,
});
export type SignedAddress = z.infer<typeof signedAddress>;

const side = z.looseObject({ asset: z.string(), amount: decimal });

export const signedReceipt = z.object({
  statement: z.looseObject({
    ...stated,
    type: z.literal(receiptType),
    status: z.string(),
    created_at: time,
    rate: decimal,
    from: side,
    to: side,
    transfers: z.array(
      z.looseObject({
        direction: z.string(),
        id: z.string().nullable(),
        asset: z.string(),
        amount: decimal,
        account: z.string().nullable(),
        status: z.string(),
        at: time,
      }),
    ),
  }),
  ...envelope,
});

/** A public key as a JSON Web Key (RFC 8037), and from when to when its signatures count. */
const signingKey = z.object({
  kid: z.string().describe("The first 64 bits of the key's SHA-256, in hexadecimal."),
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  valid_from: time,
  valid_until: time.nullable().describe("Null for the key that signs now."),
});
export type PublicSigningKey = z.infer<typeof signingKey>;

export const keysReply = z.object({
  data: z.object({
    issuer: z.string(),
    keys: z.array(signingKey).describe("The newest first. Old ones stay, for what they have signed."),
    sites: z.array(z.string()).describe("Every other site is not ours."),
    emails: z.array(z.string()),
    messengers: z
      .array(z.object({ name: z.string(), handle: z.string(), url: z.string().nullable() }))
      .describe("Where we write from; anybody else there is not us."),
  }),
});
