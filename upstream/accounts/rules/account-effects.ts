import type { SecurityEventName } from "../../../contract/member/security-events.ts";

/**
 * What a caller has shown before an account changes:
 * - `mailbox`: a code that was emailed to the address of the account, or of the one that is opened
 * - `google`: an ID token that Google signed for it
 * - `credentials`: password or Google, and the second factor where there is one
 * - `session`: an open session; `fresh_session`: one whose member signed in within a day
 * - `password`: a session, the password, and the second factor where there is one
 * - `new_authenticator`: a session, the password, and the first code of the new authenticator
 * - `new_mailbox`: a session, the password, and a code sent to the new address
 * - `code`: a session and a code that is bound to exactly what it confirms: of the authenticator, or by email
 * - `email_link`: the key in one of our emails to the member
 * - `operator`: a command of an operator, with its entry in the audit
 * - `freeze`: none of its own; it is a part of a freeze, which has one
 */
export type ProofKind =
  | "mailbox"
  | "google"
  | "credentials"
  | "session"
  | "fresh_session"
  | "password"
  | "new_authenticator"
  | "new_mailbox"
  | "code"
  | "email_link"
  | "operator"
  | "freeze";

/** What happens to it when the owner reports that it was somebody else, or the account is frozen. */
type ReportConsequence = "stays" | "ended" | "dropped_while_young";

type EffectRow = {
  /** Any of these is enough. */
  proof: readonly ProofKind[];
  /**
   * The email that the owner gets, by its kind: to the account's own address, with “this was not me” where the account or
   * its money is at stake. Null: none.
   */
  notice: SecurityEventName | "address_code" | null;
  /** The entry of the security history. Null: none. */
  entry: SecurityEventName | null;
  /** Ends the other sessions and freezes withdrawals for a day, since sign-in details have changed. */
  isSecurityChange?: true;
  onReport: ReportConsequence;
};

/**
 * Everything that changes an account, with what it takes and who is told. A change without a row cannot be written: only
 * `accounts/effects/` writes these tables, and it takes the name of a row. Printed in docs/account-effects.md.
 */
export const accountEffects = {
  account_opened: { proof: ["mailbox", "google"], notice: null, entry: "registered", onReport: "stays" },
  session_opened: { proof: ["credentials"], notice: "signed_in", entry: "signed_in", onReport: "ended" },
  signed_out: { proof: ["session"], notice: null, entry: "signed_out", onReport: "stays" },
  sessions_ended: {
    ...{ proof: ["session", "operator"], notice: null, entry: "sessions_revoked", onReport: "stays" },
  },
  data_exported: { proof: ["session"], notice: null, entry: "data_exported", onReport: "stays" },
  google_linked: { proof: ["credentials"], notice: "google_linked", entry: "google_linked", onReport: "stays" },
  password_changed: {
    ...{ proof: ["password"], notice: "password_changed", entry: "password_changed", onReport: "stays" },
    isSecurityChange: true,
  },
  password_reset: {
    ...{ proof: ["mailbox"], notice: "password_reset", entry: "password_reset", onReport: "stays" },
    isSecurityChange: true,
  },
  email_changed: {
    ...{ proof: ["new_mailbox"], notice: "email_changed", entry: "email_changed", onReport: "stays" },
    isSecurityChange: true,
  },
  authenticator_on: {
    ...{ proof: ["new_authenticator"], notice: "two_factor_enabled", entry: "two_factor_enabled", onReport: "stays" },
    isSecurityChange: true,
  },
  authenticator_off: {
    ...{ proof: ["password"], notice: "two_factor_disabled", entry: "two_factor_disabled", onReport: "stays" },
    isSecurityChange: true,
  },
  phrase_changed: { proof: ["password"], notice: "phrase_changed", entry: "phrase_changed", onReport: "stays" },
  account_closed: {
    ...{ proof: ["password"], notice: "closed", entry: "closed", onReport: "stays" },
    isSecurityChange: true,
  },
  // Name, phone, language, time zone and settings: nothing of money or sign-in rests on them, so the history is enough.
  profile_changed: { proof: ["session"], notice: null, entry: "profile_changed", onReport: "stays" },
  // What makes us silent is said once more by email.
  order_emails_off: {
    ...{ proof: ["session"], notice: "order_emails_off", entry: "order_emails_off", onReport: "stays" },
  },
  // Shown to the member alone, and no setting.
  picture_changed: { proof: ["session"], notice: null, entry: null, onReport: "stays" },
  // By the reader of the mailbox, who sees it.
  news_stopped: { proof: ["email_link"], notice: null, entry: null, onReport: "stays" },
  address_code_sent: {
    ...{ proof: ["fresh_session"], notice: "address_code", entry: "address_requested", onReport: "stays" },
  },
  address_requested: {
    ...{ proof: ["fresh_session"], notice: "address_requested", entry: "address_requested", onReport: "stays" },
  },
  address_saved: { proof: ["code"], notice: "address_saved", entry: "address_saved", onReport: "dropped_while_young" },
  address_renamed: { proof: ["code"], notice: "address_renamed", entry: "address_renamed", onReport: "stays" },
  address_deleted: {
    ...{ proof: ["fresh_session"], notice: "address_deleted", entry: "address_deleted", onReport: "stays" },
  },
  addresses_dropped: { proof: ["freeze"], notice: null, entry: "addresses_dropped", onReport: "stays" },
  addresses_only_on: {
    ...{ proof: ["fresh_session"], notice: "addresses_only_on", entry: "addresses_only_on", onReport: "stays" },
  },
  addresses_only_off: {
    ...{ proof: ["code"], notice: "addresses_only_off", entry: "addresses_only_off", onReport: "stays" },
  },
  account_frozen: { proof: ["session"], notice: "account_frozen", entry: "account_frozen", onReport: "stays" },
  freeze_reported: { proof: ["email_link"], notice: "account_frozen", entry: "withdrawal_reported", onReport: "stays" },
  withdrawals_frozen: {
    ...{ proof: ["operator"], notice: "withdrawals_frozen", entry: "withdrawals_frozen", onReport: "stays" },
  },
  withdrawals_unfrozen: {
    ...{ proof: ["operator"], notice: "withdrawals_unfrozen", entry: "withdrawals_unfrozen", onReport: "stays" },
  },
  // Passwords and codes may be tried again: an operator who helps a thief guess is seen by the owner.
  sign_in_unlocked: { proof: ["operator"], notice: "unlocked", entry: "unlocked", onReport: "stays" },
} as const satisfies Record<string, EffectRow>;

export type AccountEffect = keyof typeof accountEffects;
/** The proofs that an effect accepts. */
export type ProofFor<Effect extends AccountEffect> = (typeof accountEffects)[Effect]["proof"][number];

/** The emails that effects send. */
export type EffectNotice = Exclude<(typeof accountEffects)[AccountEffect]["notice"], null>;

export function effectRow(effect: AccountEffect): EffectRow & { notice: EffectNotice | null } {
  return accountEffects[effect];
}
