/**
 * Why a code does not apply. `login_required` is for codes of accounts; `loyalty`: the member's loyalty discount takes as
 * much off the fee, and the code remains unused.
 */
export const promoReasons = [
  "unknown",
  "expired",
  "used",
  "pair",
  "min_amount",
  "new_users_only",
  "login_required",
  "loyalty",
] as const;
