import type { EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import type { AccountEffect } from "./account-effects.ts";

type Endpoints = typeof endpoints;
/** Calls that members make to change something, those by which somebody becomes one, and those of a link in an email. */
export type ChangingCall =
  | {
      [Name in EndpointName]: Endpoints[Name] extends { access: "member" }
        ? Endpoints[Name] extends { method: "GET" }
          ? never
          : Name
        : Endpoints[Name] extends { area: "auth" }
          ? Name
          : never;
    }[EndpointName]
  | "memberExport"
  | "unsubscribe"
  | "withdrawalsReport";

/**
 * What such a call changes that is no account: a `proof` begins a change that another call completes; `money` has the rules
 * of upstream/withdrawals/, wallets/ and affiliates/; `nothing` only computes.
 */
type Other = "proof" | "money" | "partner" | "nothing";

/** The effects that each call can have on an account. A new call does not compile without its entry. */
export const effectsOfCalls: Record<ChangingCall, readonly AccountEffect[] | Other> = {
  registerRequestCode: "proof",
  registerVerifyAccount: ["account_opened"],
  passwordResetCode: "proof",
  passwordUpdate: ["password_reset"],
  signin: ["session_opened"],
  logout: ["signed_out"],
  socialGoogle: ["account_opened", "google_linked", "session_opened"],
  memberSettingsProfile: ["profile_changed", "order_emails_off"],
  memberSettingsAvatar: ["picture_changed"],
  memberSessionsRevoke: ["sessions_ended"],
  memberSessionRevoke: ["sessions_ended"],
  memberAddressCode: ["address_code_sent", "address_requested"],
  memberAddressAdd: ["address_saved", "address_renamed"],
  memberAddressRemove: ["address_deleted"],
  memberSettingsPassword: ["password_changed"],
  memberSettingsPhrase: ["phrase_changed"],
  twoFactorGenerate: "proof",
  twoFactorEnable: ["authenticator_on"],
  twoFactorDisable: ["authenticator_off"],
  emailChangeRequest: "proof",
  emailChangeConfirm: ["email_changed"],
  memberExport: ["data_exported"],
  memberClose: ["account_closed"],
  unsubscribe: ["news_stopped"],
  balanceCreate: "money",
  sandboxDeposits: "money",
  withdrawalQuote: "nothing",
  withdrawalsCreate: "money",
  balanceWithdraw: "money",
  withdrawalsConfirm: "money",
  withdrawalsCode: "proof",
  withdrawalsCancel: "money",
  withdrawalsAddressesOnly: ["addresses_only_on", "addresses_only_off"],
  withdrawalsAddressesOnlyCode: "proof",
  memberFreeze: ["account_frozen", "addresses_dropped"],
  withdrawalsReport: ["freeze_reported", "addresses_dropped"],
  affiliateJoin: "partner",
  affiliatePayout: "money",
  affiliateLinkAdd: "partner",
  affiliateLinkRename: "partner",
  affiliateLinkRemove: "partner",
};
