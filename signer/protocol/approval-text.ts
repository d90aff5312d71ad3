/** One payout as operators approve it. `to`: in small letters. `amount`: minor units. `chain`: the chain id. */
export type ApprovedPayout = {
  id: string;
  asset: string;
  to: string;
  amount: bigint;
  chain: number;
  until: string;
};

/**
 * What an operator's Ed25519 key signs to approve one payout, valid until a moment (ISO 8601). A JSON list of texts, so that
 * there is one way to write it; its first item keeps it apart from everything else that these keys sign.
 */
export function approvalText({ id, asset, to, amount, chain, until }: ApprovedPayout): string {
  return JSON.stringify(["kursa-signer-approval", id, asset, to.toLowerCase(), String(amount), String(chain), until]);
}
