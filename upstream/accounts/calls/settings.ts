import { clientOriginOf } from "../../http/request/client-origin.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { exportDeposits } from "../../wallets/show-deposits.ts";
import { exportWithdrawals } from "../../withdrawals/withdrawal-retention.ts";
import { closeAccount } from "../closing/close-account.ts";
import { exportAccount, recordExport } from "../closing/export-account.ts";
import { showClosing } from "../closing/show-closing.ts";
import { changeEmail, requestEmailChange } from "../security/change-email.ts";
import { changePassword } from "../security/change-password.ts";
import { changePhrase } from "../security/change-phrase.ts";
import { ownChangeReply } from "../security/security-change.ts";
import { disableTotp, enableTotp, generateTotp } from "../security/two-factor.ts";
import { challengeReply } from "../sign-in/email-codes.ts";

/** Calls about an account's security. */
export const securityCalls = [
  serve("memberSettingsPassword", async ({ ctx, member, body, caller, now }) => {
    const { current_password: current, password, two_factor_code } = body;
    const change = { current, password, secondFactor: two_factor_code ?? null, origin: clientOriginOf(caller), now };
    const changed = await changePassword(ctx, member, change);
    return isRefusal(changed) ? changed : { data: ownChangeReply(changed) };
  }),

  serve("memberSettingsPhrase", async ({ ctx, member, body, caller, now }) => {
    const { phrase, password, two_factor_code } = body;
    const change = { phrase, password, secondFactor: two_factor_code ?? null, origin: clientOriginOf(caller), now };
    const changed = await changePhrase(ctx, member, change);
    return isRefusal(changed) ? changed : { data: changed };
  }),

  serve("twoFactorGenerate", async ({ ctx, member, body: { password }, now }) => {
    const setup = await generateTotp(ctx, member.member, { password, now });
    if (isRefusal(setup)) return setup;
    const { secret, uri, expiresAt } = setup;
    return { data: { secret, otpauth_uri: uri, expires_at: expiresAt.toISOString() } };
  }),

  serve("twoFactorEnable", async ({ ctx, member, body: { code }, caller, now }) => {
    const enabled = await enableTotp(ctx, member, { code, origin: clientOriginOf(caller), now });
    if (isRefusal(enabled)) return enabled;
    return { data: { enabled: true as const, recovery_codes: enabled.recoveryCodes, ...ownChangeReply(enabled) } };
  }),

  serve("twoFactorDisable", async ({ ctx, member, body: { password, code }, caller, now }) => {
    const disabled = await disableTotp(ctx, member, { password, code, origin: clientOriginOf(caller), now });
    return isRefusal(disabled) ? disabled : { data: { enabled: false as const, ...ownChangeReply(disabled) } };
  }),

  serve("emailChangeRequest", async ({ ctx, member, body, caller, now }) => {
    const { email, password, two_factor_code, challenge_id } = body;
    const proof = challenge_id ?? { password: password ?? "", secondFactor: two_factor_code ?? null };
    const request = { email, proof, origin: clientOriginOf(caller), now };
    const issued = await requestEmailChange(ctx, member.member, request);
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),

  serve("emailChangeConfirm", async ({ ctx, member, body, caller, now }) => {
    const { challenge_id: challengeId, code } = body;
    const changed = await changeEmail(ctx, member, { challengeId, code, origin: clientOriginOf(caller), now });
    return isRefusal(changed) ? changed : { data: { email: changed.email, ...ownChangeReply(changed) } };
  }),

  serve("memberExport", async ({ ctx, member, caller, now }) => {
    const account = await exportAccount(ctx, member.member, caller.language, now);
    const ended = await recordExport(ctx, member, { origin: clientOriginOf(caller), now });
    if (ended) return ended;
    const { id } = member.member;
    const deposits = await exportDeposits(ctx, id);
    return { data: { ...account, deposits, withdrawals: await exportWithdrawals(ctx, id, now) } };
  }),

  serve("memberClosing", async ({ ctx, member, now }) => ({ data: await showClosing(ctx, member.member.id, now) })),

  serve("memberClose", async ({ ctx, member, body, caller, now }) => {
    const { password, two_factor_code: secondFactor = null, give_up_leftovers: isGivenUp } = body;
    const request = { password, secondFactor, isGivenUp, origin: clientOriginOf(caller), now };
    const closed = await closeAccount(ctx, member, request);
    if (isRefusal(closed)) return closed;
    const retained = ["orders", "security_events"];
    return { data: { closed_at: now.toISOString(), kept: retained, kept_until: closed.keptUntil.toISOString() } };
  }),
];
