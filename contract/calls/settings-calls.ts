import { challengeReply, renewedSessionReply } from "../member/auth.ts";
import {
  changePasswordBody,
  closeAccountBody,
  closeAccountReply,
  emailChangeBody,
  emailConfirmBody,
  emailConfirmReply,
  exportReply,
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
 * for a day and is e-mailed.
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
  twoFactorGenerate: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/generate",
    summary: "Makes a two-factor secret; nothing is on until a code of it has been given.",
    body: twoFactorGenerateBody,
    reply: twoFactorGenerateReply,
    problems: ["invalid_transition"],
  },
  twoFactorEnable: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/enable",
    summary: "Turns two-factor sign-in on with a code of the new secret, and gives the recovery codes.",
    body: twoFactorEnableBody,
    reply: twoFactorEnableReply,
    problems: ["invalid_transition", "two_factor_invalid", "code_expired"],
  },
  twoFactorDisable: {
    ...write,
    ...guarded,
    path: "member/settings/2fa/disable",
    summary: "Turns two-factor sign-in off.",
    body: twoFactorDisableBody,
    reply: twoFactorDisableReply,
    problems: ["invalid_transition", "two_factor_invalid", "account_locked"],
  },
  emailChangeRequest: {
    ...write,
    ...guarded,
    path: "member/settings/email/request-code",
    summary: "Mails a code to the new address; the same answer if it has an account.",
    body: emailChangeBody,
    reply: challengeReply,
    replyStatus: 202,
    problems: [...factorProblems, "code_expired"],
  },
  emailChangeConfirm: {
    ...write,
    ...guarded,
    path: "member/settings/email/confirm",
    summary: "Changes the e-mail with the code; the old address is told.",
    body: emailConfirmBody,
    reply: emailConfirmReply,
    problems: ["code_invalid", "code_expired", "email_taken"],
  },
  memberExport: {
    ...read,
    ...guarded,
    path: "member/export",
    summary: "Everything that is kept about the member.",
    reply: exportReply,
    problems: [],
  },
  memberClose: {
    ...write,
    ...guarded,
    path: "member/close",
    summary: "Closes the account, when no order is open and nothing is owed. What the law has us keep is named.",
    body: closeAccountBody,
    reply: closeAccountReply,
    problems: [...factorProblems, "account_in_use"],
  },
} as const satisfies Record<string, Endpoint>;
