/** What the sign-in history records. */
export const securityEvents = [
  "registered",
  "signed_in",
  "sign_in_failed",
  "two_factor_failed",
  "signed_out",
  "sessions_revoked",
  "password_changed",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "recovery_code_used",
  "google_linked",
  "email_changed",
  "phrase_changed",
  "closed",
  "unlocked",
  "withdrawal_reported",
  "withdrawals_unfrozen",
  "addresses_only_on",
  "addresses_only_off",
] as const;
export type SecurityEventName = (typeof securityEvents)[number];
