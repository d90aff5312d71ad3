import type { EndpointName } from "../../contract/endpoints.ts";
import { termsVersion } from "../../contract/terms.ts";
import type { Wire } from "./api-client.ts";
import { tronAddress } from "./customer.ts";
import { password } from "./members.ts";

/** What a member has, by its numbers. */
export type Belongings = { session: string; address: string; avatar: string };

/** A sound request for every call about accounts that needs no bearer. */
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
  logout: () => ({ headers: { Authorization: "Bearer unknown" } }),
};

/** A sound request for every call that only members may make. */
export const memberCalls: Partial<Record<EndpointName, (theirs: Belongings) => Wire>> = {
  memberProfile: () => ({}),
  memberSettingsProfile: () => ({
    body: {
      name: "Anna",
      locale: "ru",
      timezone: "Europe/Riga",
      phone: "+371 20 000 000",
      notifications: { order_email: false, login_email: true, news: true },
    },
  }),
  memberSessions: () => ({}),
  memberSessionsRevoke: () => ({}),
  memberSessionRevoke: ({ session }) => ({ query: { id: session } }),
  memberLogins: () => ({ query: { page: "1", per_page: "50" } }),
  memberAddresses: () => ({ query: { asset: "usdt-trc20" } }),
  memberAddressAdd: () => ({ body: { asset: "usdt-trc20", label: "Wallet", account: tronAddress, memo: null } }),
  memberAddressRemove: ({ address }) => ({ query: { id: address } }),
  memberSettingsPassword: () => ({
    body: { current_password: password, password: "another horse entirely", two_factor_code: null },
  }),
  twoFactorGenerate: () => ({ body: { password } }),
  twoFactorEnable: () => ({ body: { code: "123456" } }),
  twoFactorDisable: () => ({ body: { password, code: "123456" } }),
};
