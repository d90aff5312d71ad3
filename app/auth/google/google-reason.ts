/**
 * Why Google sign-in failed; the texts are `auth:google.why.<reason>`. `cut`: the stored state is missing, expired or
 * used.
 */
const reasons = ["off", "denied", "cut", "refused", "unreachable", "unverified", "missing", "later"] as const;
export type GoogleReason = (typeof reasons)[number];

/** The reason in the address of the sign-in page. */
export function googleReasonIn(search: string): GoogleReason | null {
  const named = new URLSearchParams(search).get("google");
  return reasons.find((reason) => reason === named) ?? null;
}

/** A failed Google sign-in, as the strategy throws it. */
export class GoogleFault extends Error {
  constructor(readonly reason: GoogleReason) {
    super(reason);
  }
}
