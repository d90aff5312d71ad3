import { termsVersion } from "../../../contract/order/terms.ts";
import { passOrderCheck } from "../../accounts/bot-check/pass-bot-check.ts";
import type { Tx } from "../../db/database.ts";
import { orderReply } from "../../http/order-reply.ts";
import { credentialsOf } from "../../http/request/order-access.ts";
import { orderToken } from "../../http/request/order-token.ts";
import { serve } from "../../http/serve.ts";
import { isRefusal, refuse } from "../../shared/rules/refusal.ts";
import { acceptTerms, consentRefusal } from "../drafts/accept-terms.ts";
import { chooseWallets } from "../drafts/choose-wallet.ts";
import { openDraft } from "../drafts/open-draft.ts";
import { setDetails } from "../drafts/set-details.ts";
import { proveOrderEmail } from "../prove-order-email.ts";
import { recordTerms } from "../terms/terms-states.ts";
import { orderView } from "../view/order-view.ts";

export const draftCalls = [
  serve("exchangeStepOne", async ({ ctx, body: { partner, partner_at, ...query }, caller, now }) => {
    const { memberId: ownerId } = await credentialsOf(ctx, caller, now);
    const touch = { code: partner ?? null, at: partner_at ?? null };
    const opener = { language: caller.language, partner: touch, clientAddress: caller.address, ownerId };
    const opened = await openDraft(ctx, query, opener, now);
    if (isRefusal(opened)) return opened;
    const { row, fields, rules } = opened;
    return {
      data: {
        order: await orderView(ctx, row, caller.language),
        token: orderToken(ctx.env.ORDER_LINK_SECRETS, row.ref, row.tokenGeneration),
        fields,
        rules: rules.map((code) => ({ code, must_accept: true })),
        terms_version: termsVersion,
      },
    };
  }),

  serve("exchangeStepTwo", async ({ ctx, order, body: { ref: _, ...typed }, caller, now }) => {
    const { memberId, signedIn } = await credentialsOf(ctx, caller, now);
    const refusal = await chooseWallets(ctx, order, { typed, memberId, now });
    if (refusal) return refusal;
    return orderReply(ctx, await setDetails(ctx, order.ref, typed, now, signedIn?.member.email), caller);
  }),

  serve("exchangeStepThree", async ({ ctx, order, body, caller, now }) => {
    const consent = {
      termsVersion: body.accept.terms_version,
      rules: body.accept.rules,
      quoteId: body.quote_id ?? null,
      requote: body.requote,
    };
    // Before the check, which may email a code: all that is missing is named at once.
    const missing = await consentRefusal(ctx, order, consent, now);
    if (missing) return missing;
    const { ref, email } = order;
    const check = { email: email ?? "", proof: body, bearer: caller.bearer, now };
    // A code that was emailed there proves the mailbox as a link does.
    const onCode = (tx: Tx) => proveOrderEmail(tx, { ref, email: email ?? "" });
    const refusal = await passOrderCheck(ctx, ref, { ...check, onCode });
    if (refusal) return refusal;
    await recordTerms(ctx, now);
    const details = await acceptTerms(ctx, order.ref, consent, now);
    if (isRefusal(details)) return details;
    const view = await orderView(ctx, details.row, caller.language);
    return details.status === "accepted" ? { data: view } : refuse("quote_expired", { extra: { order: view } });
  }),
];
