import { z } from "zod/v4";
import { botCheckProof } from "../bot-check/bot-check.ts";
import { side } from "../market/quote.ts";
import { typedCode } from "../member/auth.ts";
import { time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";
import { askedField } from "./asked-field.ts";
import { identityBody } from "./identity.ts";
import { order } from "./order.ts";
import { payinMethods, sandboxEvents } from "./order-states.ts";

const ref = z.string().trim().max(40);
/** Text as entered, up to a generous length: invalid input reaches the service, which answers with a field error. */
const typed = z.string().trim().max(500);
const account = z.object({
  account: typed.default(""),
  memo: typed.nullish(),
  wallet: z
    .boolean()
    .default(false)
    .describe(
      "Into the wallet of the order’s owner, who must be signed in, at once and without a fee; no account then.",
    ),
});

const partnerAt = typed
  .nullish()
  .describe("When the customer first came through the partner’s link. It only makes the click expire; now by default.");

export const stepOneBody = z.object({
  from: typed,
  to: typed,
  amount: typed,
  side: side.default("from"),
  promo: typed.nullish(),
  partner: typed.nullish().describe("A partner’s code from a link; an unknown one is ignored."),
  partner_at: partnerAt,
});

export const stepOneReply = z.object({
  data: z.object({
    order,
    token: z.string().describe("Secret that opens the order, returned only here; send it as Order-Token."),
    fields: z.array(askedField),
    rules: z.array(z.object({ code: z.string(), must_accept: z.boolean() })),
    terms_version: z.string().describe("The terms in force: what step-three has to accept."),
  }),
});

export const stepTwoBody = z.object({
  ref,
  payin: z.object({ account: typed }).nullish(),
  payout: account.extend({ extra: z.record(z.string().max(40), typed).default({}) }),
  refund: account.nullish(),
  email: typed,
  identity: identityBody.nullish().describe("Who the customer is, where `identity` of the order asks for it."),
});

export const stepThreeBody = z.object({
  ref,
  accept: z.object({ terms_version: typed, rules: z.array(typed).max(20) }),
  ...botCheckProof,
  requote: z.boolean().default(false).describe("Accept the new quote if the old one has expired."),
  quote_id: typed
    .nullish()
    .describe("The quote shown to the customer. If the order has another one now, `quote_expired` returns it."),
});

/** `balance` pays from the wallet of the order's owner, who must be signed in, all at once and with no payment window. */
export const executeBody = z.object({
  ref,
  pay_with: z.enum(payinMethods),
  code: typedCode
    .max(64)
    .nullish()
    .describe(
      "With `balance`, where the payout leaves the member’s wallets: of the authenticator, a recovery code, or the one of `exchange/wallet-code`.",
    ),
  shown: z
    .object({ amount: typed, account: typed })
    .nullish()
    .describe(
      "With `code`: what is paid and where the payout goes, as the member has read it. Where it differs nothing happens.",
    ),
});

export const processBody = z.object({
  ref,
  action: typed,
  transaction_id: typed.nullish(),
  payer_account: typed.nullish(),
  refund: account.nullish(),
  payout: z.object({ account: typed }).nullish(),
  info: z.string().trim().max(4000).nullish(),
  option: typed.nullish(),
});

export const cancelBody = z.object({ ref, reason: z.string().trim().max(500).nullish() });
export const expireBody = z.object({ ref });
export const trackQuery = z.object({ ref });
export const trackBody = z.object({ ref, email: typed });
export const acceptedReply = z.object({ data: z.object({ accepted: z.literal(true) }) });
export const orderStatusQuery = z.object({ ref: z.array(ref).min(1).max(50) });

/** `amount` is a decimal string for payment events; without it the rail uses a typical amount. */
export const sandboxEventBody = z.object({ ref, event: z.enum(sandboxEvents), amount: typed.nullish() });
export const sandboxClockBody = z.object({
  advance_seconds: z
    .int()
    .min(1)
    .max(400 * 86_400),
});
export const sandboxClockReply = z.object({ data: z.object({ now: time, offset_seconds: z.int() }) });

export const emailsQuery = z.object({ to: typed.optional() });
export const emailsReply = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      at: time,
      to: z.string(),
      subject: z.string(),
      kind: z.string(),
      language: z.enum(languages),
      text: z.string(),
      html: z.string(),
    }),
  ),
});
