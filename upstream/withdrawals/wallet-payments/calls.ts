import { challengeReply } from "../../accounts/sign-in/email-codes.ts";
import type { SignedIn } from "../../accounts/sign-in/sessions.ts";
import type { Caller } from "../../http/request/caller.ts";
import { clientOriginOf } from "../../http/request/client-origin.ts";
import { credentialsOf } from "../../http/request/order-access.ts";
import { serve } from "../../http/serve.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { sendPaymentCode } from "./payment-code.ts";
import { showPaymentTerms } from "./payment-terms.ts";

/** Before an order is paid from its owner's wallet. */
export const walletPaymentCalls = [
  serve("exchangeWalletTerms", async ({ ctx, order, caller, now }) => {
    const owner = await walletOwner(ctx, caller, now);
    if (isRefusal(owner)) return owner;
    const terms = await showPaymentTerms(ctx, order, owner.member, now);
    return isRefusal(terms) ? terms : { data: terms };
  }),

  serve("exchangeWalletCode", async ({ ctx, order, caller, now }) => {
    const owner = await walletOwner(ctx, caller, now);
    if (isRefusal(owner)) return owner;
    // A payment that would be refused needs no code.
    const terms = await showPaymentTerms(ctx, order, owner.member, now);
    if (isRefusal(terms)) return terms;
    if (terms.confirm_with === null || order.status !== "draft") return refuse("invalid_transition");
    const issued = await sendPaymentCode(ctx, { row: order, owner: owner.member, origin: clientOriginOf(caller), now });
    return isRefusal(issued) ? issued : challengeReply(issued);
  }),
];

/** The member whose session this is, signed in lately: a remembered session may only read. */
export async function walletOwner(ctx: Context, caller: Caller, now: Date): Promise<SignedIn | Refusal> {
  if (ctx.env.WALLETS === "off") return refuse("not_available");
  const { signedIn } = await credentialsOf(ctx, caller, now);
  if (!signedIn) return refuse("unauthenticated");
  return signedIn.isFresh ? signedIn : refuse("sign_in_again");
}
