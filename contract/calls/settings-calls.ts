import { challengeReply, renewedSessionReply } from "../member/auth.ts";
import { closeAccountBody, closeAccountReply, closingReply } from "../member/closing.ts";
import {
  changePasswordBody,
  emailChangeBody,
  emailConfirmBody,
  emailConfirmReply,
  exportReply,
  phraseBody,
  phraseReply,
  twoFactorDisableBody,
  twoFactorDisableReply,
  twoFactorEnableBody,
  twoFactorEnableReply,
  twoFactorGenerateBody,
  twoFactorGenerateReply,
} from "../member/settings.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

const guarded = { area: "member", access: "member" } as const;
const factorProblems = ["two_factor_required", "two_factor_invalid", "account_locked"] as const;

/**
 * Security of an account: each change ends the other sessions, gives the current one a new token, blocks withdrawals
 * for a day and is emailed.
 */
export const settingsCalls = {
  memberSettingsPassword: {
    ...write,
    ...guarded,
    path: "member/settings/password",
    summary: "Changes the password.",
    body: changePasswordBody,
    reply: renewedSessionReply,
    problems: factorProblems,
  },
  memberSettingsPhrase: {
    ...write,
    ...guarded,
    path: "member/settings/phrase",
    summary: "Sets the member's own words for our emails; other sessions continue.",
    body: phraseBody,
    reply: phraseReply,
    problems: factorProblems,
  },
  twoFactorGenerate: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/generate",
    summary: "Creates a two-factor secret, which has no effect until its first code is confirmed.",
    body: twoFactorGenerateBody,
    reply: twoFactorGenerateReply,
    problems: ["invalid_transition"],
  },
  twoFactorEnable: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/enable",
    summary: "Enables two-factor sign-in with a code of the new secret and returns the recovery codes.",
    body: twoFactorEnableBody,
    reply: twoFactorEnableReply,
    problems: ["invalid_transition", "two_factor_invalid", "code_expired"],
  },
  twoFactorDisable: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/disable",
    summary: "Disables two-factor sign-in.",
    body: twoFactorDisableBody,
    reply: twoFactorDisableReply,
    problems: ["invalid_transition", "two_factor_invalid", "account_locked"],
  },
  emailChangeRequest: {
    ...write,
    ...guarded,
    path: "member/settings/email/request-code",
    summary: "Emails a code to the new address; the reply is the same if it has an account.",
    body: emailChangeBody,
    reply: challengeReply,
    replyStatus: 202,
    problems: [...factorProblems, "code_expired", "account_frozen"],
  },
  emailChangeConfirm: {
    ...write,
    ...guarded,
    path: "member/settings/email/confirm",
    summary: "Changes the email with the code; the old address is notified.",
    body: emailConfirmBody,
    reply: emailConfirmReply,
    problems: ["code_invalid", "code_expired", "email_taken", "account_frozen"],
  },
  memberExport: {
    ...read,
    ...guarded,
    path: "member/export",
    summary: "Everything stored about the member.",
    reply: exportReply,
    problems: [],
  },
  memberClosing: {
    ...read,
    ...guarded,
    path: "member/closing",
    summary: "What keeps the account open, and what would be given up with it.",
    reply: closingReply,
    problems: [],
  },
  memberClose: {
    ...write,
    ...guarded,
    path: "member/close",
    summary: "Closes the account if no order is active and no money is due. The reply lists what is kept by law.",
    body: closeAccountBody,
    reply: closeAccountReply,
    problems: [...factorProblems, "account_in_use"],
  },
} as const satisfies Record<string, Endpoint>;
