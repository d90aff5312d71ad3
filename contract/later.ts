import type { Endpoint } from "./endpoint.ts";

/** A call that the specification names and that is not built yet: it answers 501 `not_available`, and the document says so. */
const later = (
  method: Endpoint["method"],
  path: string,
  area: Endpoint["area"],
  access: Endpoint["access"],
  summary: string,
) =>
  ({
    method,
    path,
    area,
    access,
    summary,
    replyStatus: 200,
    idempotency: "none",
    bodyLimitBytes: 64 * 1024,
    problems: ["not_available"],
    available: false,
  }) as const satisfies Endpoint;

export const laterEndpoints = {
  registerRequestCode: later("POST", "auth/register/request-code", "auth", "public", "Sends a sign-up code by mail."),
  registerVerifyAccount: later(
    "POST",
    "auth/register/verify-account",
    "auth",
    "public",
    "Opens an account with the code.",
  ),
  passwordResetCode: later("POST", "auth/password/reset-code", "auth", "public", "Sends a code to set a new password."),
  passwordUpdate: later(
    "POST",
    "auth/password/update-password",
    "auth",
    "public",
    "Sets a new password with the code.",
  ),
  signin: later("POST", "auth/signin", "auth", "public", "Signs in with a password."),
  logout: later("GET", "auth/logout", "auth", "member", "Ends the session of the bearer."),
  socialGoogle: later("POST", "social/google", "auth", "public", "Signs in with a Google ID token."),
  memberProfile: later("GET", "member/profile", "member", "member", "Who is signed in."),
  memberSettingsProfile: later("PATCH", "member/settings/profile", "member", "member", "Changes the profile."),
  memberSettingsAvatar: later("POST", "member/settings/avatar", "member", "member", "Sets or removes the picture."),
  memberSettingsPassword: later("POST", "member/settings/password", "member", "member", "Changes the password."),
  twoFactorGenerate: later("POST", "member/settings/2fa/generate", "member", "member", "Makes a two-factor secret."),
  twoFactorEnable: later("POST", "member/settings/2fa/enable", "member", "member", "Turns two-factor sign-in on."),
  twoFactorDisable: later("POST", "member/settings/2fa/disable", "member", "member", "Turns two-factor sign-in off."),
  memberTransactions: later("GET", "member/history/transactions", "member", "member", "Movements of the wallets."),
  memberOrders: later("GET", "member/orders/list", "member", "member", "The member’s orders."),
  withdrawalsList: later("GET", "member/withdrawals/list", "member", "member", "Withdrawals."),
  withdrawalsCreate: later("POST", "member/withdrawals/create", "member", "member", "Asks for a withdrawal."),
  balanceCurrencies: later("GET", "balance/currencies", "balance", "member", "What a wallet can hold."),
  balanceCreate: later("POST", "balance/create", "balance", "member", "Opens a wallet."),
  balanceDetails: later("GET", "balance", "balance", "member", "All wallets."),
  balanceCoin: later("GET", "balance/coin", "balance", "member", "One wallet with its last movements."),
  balanceWithdraw: later("POST", "balance/withdraw", "balance", "member", "Withdraws from a wallet."),
  subscribe: later("POST", "subscribe", "misc", "public", "Subscribes to the newsletter."),
  supportMessage: later("POST", "support/message", "misc", "public", "Sends a message to support."),
  reviewsCreate: later("POST", "reviews", "misc", "order", "Leaves a review of an order."),
  reviewsConfirm: later("POST", "reviews/confirm", "misc", "public", "Confirms a review."),
} as const satisfies Record<string, Endpoint>;
