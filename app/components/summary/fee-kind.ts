const feeKinds = ["service", "payout_network", "refund"] as const;

/** A kind of fee that this site does not know yet is still a fee. */
export function feeKind(kind: string): (typeof feeKinds)[number] | "other" {
  return feeKinds.find((known) => known === kind) ?? "other";
}
