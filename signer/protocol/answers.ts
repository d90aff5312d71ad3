import { z } from "zod/v4";
import { amountText, depositIndex, signSteps } from "./sign-request.ts";

/**
 * Why nothing was signed. `cap_hour`, `cap_day`, `fee_cap_day`, `needs_operator` and `stopped` may be gone later, without a
 * change of the request; the others are final for this request.
 */
const signRefusals = [
  "malformed",
  "asset",
  "destination",
  "fee_cap",
  "fee_cap_day",
  "bump_too_small",
  "too_many_versions",
  "cap_hour",
  "cap_day",
  "needs_operator",
  "id_taken",
  "stopped",
] as const;
export type SignRefusal = (typeof signRefusals)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/**
 * One signed transaction. `seq`: its number in the signer's list, from 1. `from`, `to`: with the checksum of EIP-55; `to` is
 * the receiver of the amount, also where the transaction calls a token's contract. `maxFee`, `tip`: wei for a unit of gas.
 * `tx`: its hash on the network. `bytes`: what is sent, hexadecimal. `line`: the hash of its line in the list.
 */
export const signedTransaction = z.object({
  seq: z.number().int().min(1),
  id: z.string(),
  step: z.enum(signSteps),
  deposit: depositIndex.nullable(),
  asset: z.string(),
  from: address,
  to: address,
  amount: amountText,
  nonce: z.number().int().min(0),
  gas: amountText,
  maxFee: amountText,
  tip: amountText,
  at: z.iso.datetime(),
  tx: z.string().regex(/^0x[0-9a-f]{64}$/),
  bytes: z.string().regex(/^0x[0-9a-f]+$/),
  line: hash,
});
export type SignedTransaction = z.output<typeof signedTransaction>;

/**
 * `GET /head`: how many transactions the list has, and the hash of its last line. `POST /check` answers the same where the
 * request would be signed now.
 */
export const signerHead = z.object({ seq: z.number().int().min(0), head: hash });
export type SignerHead = z.output<typeof signerHead>;

/** `POST /sign`: the transaction, and the head of the list. */
export const signAnswer = signerHead.extend({ signed: signedTransaction });

/**
 * `GET /signed?after=SEQ`: the next transactions of the list in its order, at most `signedAtOnce`. `before`: the hash of line
 * SEQ, by which the service sees that it is still the same list; null where the list ends before it.
 */
export const signedAnswer = signerHead.extend({ before: hash.nullable(), signed: z.array(signedTransaction) });
export const signedAtOnce = 500;

/** `GET /assets`: what its settings say of chain and assets. `gas`: units that a transfer may use; `contract`: null for the coin. */
export const signerAssets = z.object({
  chain: z.number().int().min(1),
  assets: z.record(z.string(), z.object({ contract: address.nullable(), gas: amountText })),
});
export type SignerAssets = z.output<typeof signerAssets>;

/** Any answer but 200: a word, and the reason as a sentence. */
export const refusalAnswer = z.object({ error: z.enum(signRefusals), reason: z.string() });
