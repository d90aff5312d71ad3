const feeKinds = ["service", "payout_network", "refund"] as const;

/** An unknown kind of fee is still shown as a fee. */
export function feeKind(kind: string): (typeof feeKinds)[number] | "other" {
  return feeKinds.find((name) => name === kind) ?? "other";
}
