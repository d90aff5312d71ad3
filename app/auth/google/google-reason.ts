/**
 * Why Google did not sign somebody in; the words are `auth:google.why.<reason>`. `cut`: what was begun is not in this
 * browser, or too old, or was used already.
 */
const reasons = ["off", "denied", "cut", "refused", "unreachable", "unverified", "missing", "later"] as const;
export type GoogleReason = (typeof reasons)[number];

/** The reason that an address of the sign-in page names. */
export function googleReasonIn(search: string): GoogleReason | null {
  const named = new URLSearchParams(search).get("google");
  return reasons.find((reason) => reason === named) ?? null;
}

/** A fault of the way through Google, as the strategy throws it. */
export class GoogleFault extends Error {
  constructor(readonly reason: GoogleReason) {
    super(reason);
  }
}
