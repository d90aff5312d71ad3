import { createPublicKey, verify } from "node:crypto";
import { approvalText } from "./protocol/approval-text.ts";
import type { SignRequest } from "./protocol/sign-request.ts";
import type { SignerSettings } from "./settings.ts";

/** How many operators of the settings have signed this payout, each counted once, with an approval that is still valid. */
export function countApprovals(
  { id, asset, to, amount, approvals }: SignRequest,
  { operators, chain }: SignerSettings,
  now: Date,
): number {
  const valid = approvals.filter(({ key, until, signature }) => {
    if (!operators.keys.includes(key) || Date.parse(until) <= now.getTime()) return false;
    const text = approvalText({ id, asset, to, amount, chain, until });
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  });
  return new Set(valid.map(({ key }) => key)).size;
}
