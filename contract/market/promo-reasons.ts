/**
 * Why a code does not apply. `login_required`: cashback goes into a member's wallet; `no_wallets`: wallets are not offered;
 * `loyalty`: the member's loyalty discount takes as much off the fee, and the code remains unused; `no_margin`: at this amount the
 * exchange leaves nothing that the code could give, and it remains unused.
 */
export const promoReasons = [
  "unknown",
  "expired",
  "used",
  "pair",
  "min_amount",
  "new_users_only",
  "login_required",
  "no_wallets",
  "loyalty",
  "no_margin",
] as const;
