/** Where the money of a withdrawal comes from. */
export const withdrawalSources = ["wallet", "affiliate"] as const;

/**
 * `confirm_pending`: waits for the member's code; `cooling_off`: confirmed, waits until its new address may be used;
 * `approved`: waits to be sent; `processing`: being sent; `rejected`: by our team, or reported by the member.
 */
export const withdrawalStatuses = [
  "requested",
  "confirm_pending",
  "cooling_off",
  "approved",
  "processing",
  "completed",
  "cancelled",
  "rejected",
  "failed",
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Statuses in which nothing more happens by itself. */
export const endedWithdrawalStatuses = [
  "completed",
  "cancelled",
  "rejected",
  "failed",
] as const satisfies readonly WithdrawalStatus[];

/** Why a withdrawal has ended as it has. */
export const withdrawalReasons = [
  "by_member",
  "not_confirmed",
  "lapsed",
  "reported",
  "by_team",
  "frozen",
  "not_sent",
  "returned",
  "sent_after_failure",
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** What proves that it is the member who withdraws. */
export const confirmationMethods = ["authenticator", "email"] as const;

/** What a member can do to withdraw more in a day. */
export const limitRaises = ["authenticator", "support"] as const;
