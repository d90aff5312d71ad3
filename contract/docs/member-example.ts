import type { MemberProfile } from "../member/member.ts";
import { memberSettings } from "../member/member-settings.ts";
import { termsVersion } from "../order/terms.ts";

export const exampleEmail = "anna.ivanova@example.com";
export const examplePassword = "correct horse battery staple";
export const exampleExpiry = "2026-11-22T12:00:00.000Z";
export const exampleSession = {
  access_token: "mdAHSPo6RmO2W0Tk4h4wokbgWX8j5Eqp2Pm3WDx733w",
  token_type: "Bearer",
  expires_at: exampleExpiry,
} as const;

/** A reply to a change of the account's security, from a session that continues. */
export const exampleRenewed = { sessions_revoked: 1, withdrawals_frozen_until: exampleExpiry, ...exampleSession };

export const exampleChallenge = {
  data: {
    challenge_id: "ch_670671cd97404156226e5079",
    expires_at: "2026-11-21T12:10:00.000Z",
    resend_at: "2026-11-21T12:01:00.000Z",
    code_length: 6,
  },
};

export const exampleProfile: MemberProfile = {
  id: "us_624b60c58c9d8bfb6ff1886c",
  email: exampleEmail,
  email_verified: 1,
  name: "Anna Ivanova",
  avatar_url: null,
  locale: "en",
  timezone: "Europe/Riga",
  phone: null,
  phrase: null,
  sign_in: { password: true, google: false },
  two_factor: { enabled: false, recovery_left: 0 },
  kyc: null,
  loyalty: {
    tier: "silver",
    discount_percent: "10",
    turnover_usd: "5230.10",
    next_tier: "gold",
    next_tier_at: "10000.00",
    next_tier_needs: "4769.90",
    ends_at: "2027-03-04T10:00:00.000Z",
    tiers: [
      { tier: "silver", turnover_usd: "1000.00", discount_percent: "10" },
      { tier: "gold", turnover_usd: "10000.00", discount_percent: "20" },
    ],
  },
  affiliate: null,
  notifications: { ...memberSettings, login_email: true },
  open_orders: 1,
  withdrawals_frozen_until: null,
  withdrawal_addresses_only: { on: false, ends_at: null },
  accepted: { terms_version: termsVersion, at: "2026-11-21T12:00:00.000Z" },
  created_at: "2026-11-21T12:00:00.000Z",
};
