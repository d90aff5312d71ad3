import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { tronAddress } from "../orders/example-customer.ts";
import type { Wire } from "./api-client.ts";
import { password } from "./members.ts";

/** A member's data by id. */
export type Belongings = { session: string; address: string; withdrawal: string; link: string };

/** The smallest valid picture. */
export const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A valid request for every account call without a bearer. */
export const authCalls: Partial<Record<EndpointName, () => Wire>> = {
  registerRequestCode: () => ({ body: { email: "a@b.co", captcha_token: "c", partner: "P", locale: "ru" } }),
  registerVerifyAccount: () => ({
    body: {
      challenge_id: "ch_1",
      email: "a@b.co",
      code: "123456",
      password,
      terms_version: termsVersion,
      newsletter: true,
    },
  }),
  passwordResetCode: () => ({ body: { email: "a@b.co", captcha_token: "c", locale: "en" } }),
  passwordUpdate: () => ({
    body: { challenge_id: "ch_1", email: "a@b.co", code: "123456", password, two_factor_code: "123456" },
  }),
  signin: () => ({
    body: { email: "a@b.co", password, two_factor_token: "t", two_factor_code: "123456", captcha_token: "c" },
  }),
  socialGoogle: () => ({ body: { token_id: "a.b.c", two_factor_code: "123456", password } }),
  avatar: () => ({ query: { id: "av_1" } }),
  logout: () => ({ headers: { Authorization: "Bearer unknown" } }),
};

/** A valid request for every member call. */
export const memberCalls: Partial<Record<EndpointName, (theirs: Belongings) => Wire>> = {
  memberProfile: () => ({}),
  memberSettingsProfile: () => ({
    body: {
      name: "Anna",
      locale: "ru",
      timezone: "Europe/Riga",
      phone: "+371 20 000 000",
      notifications: { order_email: false, news: true },
    },
  }),
  memberSettingsAvatar: () => ({ body: { image: onePixel } }),
  memberOrders: () => ({
    query: { status: ["completed"], pair: "p", from: "2026-01-01", to: "2027-01-01", q: "x", sort: "created_at" },
  }),
  memberTickets: () => ({}),
  memberSessions: () => ({}),
  memberSessionsRevoke: () => ({}),
  memberSessionRevoke: ({ session }) => ({ query: { id: session } }),
  memberLogins: () => ({ query: { page: "1", per_page: "50" } }),
  memberAddresses: () => ({ query: { asset: "usdt-trc20" } }),
  memberAddressAdd: () => ({
    body: { asset: "usdt-trc20", label: "Wallet", account: tronAddress, memo: null, code: "1" },
  }),
  memberAddressCode: () => ({ body: { asset: "usdt-trc20", label: "Wallet", account: tronAddress, memo: null } }),
  memberAddressRemove: ({ address }) => ({ query: { id: address } }),
  memberSettingsPassword: () => ({
    body: { current_password: password, password: "another horse entirely", two_factor_code: null },
  }),
  memberSettingsPhrase: () => ({ body: { phrase: "blue heron at dawn", password, two_factor_code: null } }),
  twoFactorGenerate: () => ({ body: { password } }),
  twoFactorEnable: () => ({ body: { code: "123456" } }),
  twoFactorDisable: () => ({ body: { password, code: "123456" } }),
  emailChangeRequest: () => ({ body: { email: "c@d.co", password, two_factor_code: null } }),
  emailChangeConfirm: () => ({ body: { challenge_id: "ch_1", code: "123456" } }),
  balanceCurrencies: () => ({}),
  balanceCreate: () => ({ body: { asset: "usdt-trc20", new_address: true } }),
  balanceDetails: () => ({ query: { currency: "eur" } }),
  balanceCoin: () => ({ query: { asset: "usdt-trc20", currency: "usd" } }),
  memberTransactions: () => ({
    query: { asset: ["usdt-trc20"], type: ["deposit"], from: "2026-01-01", to: "2027-01-01", per_page: "5" },
  }),
  memberStatement: () => ({ query: { month: "2026-11" } }),
  sandboxDeposits: () => ({ body: { asset: "usdt-trc20", event: "pay", amount: "7" } }),
  withdrawalQuote: () => ({ body: { asset: "usdt-trc20", amount: "50", account: tronAddress } }),
  withdrawalsCreate: () => ({
    body: { source: "wallet", asset: "usdt-trc20", amount: "50", account: tronAddress, two_factor_code: "123456" },
    key: "withdrawal",
  }),
  balanceWithdraw: () => ({
    body: { asset: "usdt-trc20", amount: "50", account: tronAddress, memo: null },
    key: "withdrawal",
  }),
  withdrawalsConfirm: ({ withdrawal }) => ({
    body: { id: withdrawal, amount: "100", account: tronAddress, code: "123456" },
  }),
  withdrawalsCode: ({ withdrawal }) => ({ body: { id: withdrawal } }),
  withdrawalsCancel: ({ withdrawal }) => ({ body: { id: withdrawal } }),
  withdrawalsShow: ({ withdrawal }) => ({ query: { id: withdrawal } }),
  withdrawalsList: () => ({ query: { status: ["confirm_pending"], asset: ["usdt-trc20"], page: "1" } }),
  withdrawalsAddressesOnly: () => ({ body: { on: true, code: "123456" } }),
  withdrawalsAddressesOnlyCode: () => ({ body: {} }),
  affiliateJoin: () => ({}),
  affiliateSummary: () => ({ query: { days: "90" } }),
  affiliateReferrals: ({ link }) => ({ query: { code: link, per_page: "5", format: "csv" } }),
  affiliateEarnings: () => ({ query: { by: "link", from: "2026-11-01", to: "2026-11-21" } }),
  affiliatePayout: () => ({ body: {}, key: "payout" }),
  affiliateLinks: () => ({}),
  affiliateLinkAdd: ({ link }) => ({ body: { label: "Blog", code: link.toLowerCase() } }),
  affiliateLinkRename: ({ link }) => ({ body: { code: link, label: "Taken over" } }),
  affiliateLinkRemove: ({ link }) => ({ query: { code: link } }),
  memberExport: () => ({}),
  memberFreeze: () => ({ body: { end_this_session: true } }),
  memberClosing: () => ({}),
  memberClose: () => ({ body: { password, two_factor_code: null } }),
};
