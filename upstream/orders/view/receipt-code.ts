import { createHmac, timingSafeEqual } from "node:crypto";
import { inBase32 } from "../../../contract/order/order-number.ts";
import { receiptCodeLength } from "../../../contract/order/receipt-code.ts";
import type { ReceiptInShort } from "../../../contract/verify/verify.ts";

/** Of five bits each: one half proves that we made a code for the order, the other what its receipt says. */
const proofLength = (receiptCodeLength - 10) / 2;

/**
 * The check code of an order's receipt as it is now. It holds the order's number, which is on the paper anyway, and 50 bits
 * of proof that only our secrets make, so it needs no table and cannot be counted up. Made with the newest secret.
 */
export function receiptCode(secrets: readonly string[], receipt: ReceiptInShort): string {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("Check codes need a secret");
  return receipt.order + issueProof(newest, receipt.order) + contentProof(newest, receipt);
}

/** The order that a code was made for; null for a code that we have not made. Reads nothing. */
export function orderOfReceiptCode(secrets: readonly string[], code: string): string | null {
  const ref = code.slice(0, -2 * proofLength);
  const proof = code.slice(-2 * proofLength, -proofLength);
  return secrets.some((secret) => isSame(proof, issueProof(secret, ref))) ? ref : null;
}

/** Whether the code was made for a receipt that says just this. */
export function isCodeOfReceipt(secrets: readonly string[], code: string, receipt: ReceiptInShort): boolean {
  return secrets.some((secret) => isSame(code.slice(-proofLength), contentProof(secret, receipt)));
}

const issueProof = (secret: string, ref: string) => proofOf(secret, ["receipt-code", ref]);

function contentProof(secret: string, { order, status, created_at: createdAt, from, to }: ReceiptInShort): string {
  const amounts = [from.asset, from.amount, from.received, to.asset, to.amount, to.sent];
  return proofOf(secret, ["receipt-code-content", order, status, createdAt, ...amounts]);
}

function proofOf(secret: string, parts: readonly string[]): string {
  const mac = createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
  return inBase32(mac.subarray(0, proofLength));
}

function isSame(candidate: string, right: string): boolean {
  return candidate.length === right.length && timingSafeEqual(Buffer.from(candidate), Buffer.from(right));
}
