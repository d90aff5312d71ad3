import { z } from "zod/v4";
import { typedCode } from "../member/auth.ts";
import { addressesOnly, pageMeta, pageQuery } from "../member/member.ts";
import { decimal, openEnum, time } from "../values/amount.ts";
import { payoutWaits } from "../values/payout-waits.ts";
import {
  confirmationMethods,
  limitRaises,
  withdrawalReasons,
  withdrawalSources,
  withdrawalStatuses,
} from "./withdrawal-lists.ts";

const typed = z.string().trim().max(500);
const source = z
  .enum(withdrawalSources)
  .default("wallet")
  .describe(
    "`affiliate`: the partner’s rewards. They go into the member’s wallet first; if it ends without being sent, they stay there.",
  );

/** The destination: a saved address by its id, or any address as `account` with its `memo`. */
const destination = { address_id: z.string().max(64).nullish(), account: typed.nullish(), memo: typed.nullish() };

/** The day's limit over all assets, in US dollars at the rates of each request. */
export const withdrawalLimit = z
  .object({
    level: z.int(),
    day_usd: decimal,
    used_usd: decimal.describe(
      "What left in the last 24 hours, and what may still leave: it counts until a day after it has left.",
    ),
    left_usd: decimal,
    raise: openEnum(limitRaises).describe("`authenticator`: an authenticator app raises it; `support`: our team does."),
    next_day_usd: decimal.nullable().describe("The limit after that; null where our team decides."),
  })
  .meta({ id: "WithdrawalLimit" });
export type WithdrawalLimit = z.infer<typeof withdrawalLimit>;

/** `amount` is what leaves the wallet: `fee` is part of it, and `net` is what arrives. */
const amounts = { amount: decimal, fee: decimal, net: decimal };
const confirmWith = openEnum(confirmationMethods).describe(
  "`authenticator`: a code of the authenticator app, or a recovery code; `email`: the code that we emailed.",
);

export const withdrawalQuoteBody = z.object({ source, asset: typed, amount: typed, ...destination });
export const withdrawalQuoteReply = z.object({
  data: z.object({
    source: openEnum(withdrawalSources),
    asset: z.string(),
    ...amounts,
    account: z.string(),
    memo: z.string().nullable(),
    confirm_with: confirmWith,
    worth_usd: decimal.describe("What `amount` uses of the day’s limit."),
    is_new_address: z.boolean(),
    known_for: z
      .array(z.string())
      .describe("Other assets under which this address is saved: it may not take this one, so it is new here."),
    available_at: time
      .nullable()
      .describe("Until when the money would wait, because the address is new; null at once."),
    limit: withdrawalLimit,
  }),
});

export const withdrawBody = z.object({
  asset: typed,
  amount: typed.describe("What leaves the wallet or the rewards, the fee included."),
  ...destination,
  two_factor_code: typedCode
    .max(64)
    .nullish()
    .describe("Confirms it in the same call; with a wrong code it stays `confirm_pending`."),
});
export const withdrawalCreateBody = withdrawBody.extend({ source });

const action = z.object({ name: z.string(), method: z.string(), href: z.string() });

const withdrawal = z
  .object({
    id: z.string(),
    source: openEnum(withdrawalSources),
    asset: z.string(),
    ...amounts,
    account: z.string(),
    memo: z.string().nullable(),
    status: openEnum(withdrawalStatuses),
    confirm_with: confirmWith,
    confirm_by: time.nullable().describe("While `confirm_pending`: without a code by then it is cancelled."),
    challenge: z
      .object({ expires_at: time, resend_at: time, code_length: z.int() })
      .nullable()
      .describe("The emailed code that is valid now."),
    available_at: time
      .nullable()
      .describe(
        "While `confirm_pending` or `cooling_off`: when its address may be used; null where it may be used at once.",
      ),
    waits_for: openEnum(payoutWaits)
      .nullable()
      .default(null)
      .describe(
        "While `approved` or `processing`, what it waits for before it is sent. `funds`: money is on its way to where it is sent from; `review`: our team reviews it; `check`: an automatic check that the law requires; `release`: our next release of payouts; `paused`: payouts on its network or at its payment service are paused; `network_fee`: the network’s fees are unusually high. Null while nothing keeps it back.",
      ),
    check_by: time
      .nullable()
      .default(null)
      .describe(
        "While in a `review` that the law requires: by when our team decides; null where that time has passed, or a decision was made.",
      ),
    tx: z.object({ id: z.string(), url: z.string().nullable() }).nullable(),
    reason: openEnum(withdrawalReasons).nullable().describe("Why it ended other than `completed`."),
    actions: z.array(action).describe("What the member may do now: `confirm`, `send_code`, `cancel`."),
    timeline: z.array(z.object({ status: openEnum(withdrawalStatuses), at: time })),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Withdrawal" });
export type Withdrawal = z.infer<typeof withdrawal>;
export const withdrawalReply = z.object({ data: withdrawal });

export const withdrawalQuery = z.object({ id: z.string().max(64) });
export const withdrawalIdBody = z.object({ id: z.string().max(64) });

/** `amount` and `account` as the member has read them: a withdrawal that differs from them is not confirmed. */
export const withdrawalConfirmBody = z.object({
  id: z.string().max(64),
  amount: typed,
  account: typed,
  code: typedCode.max(64),
});
export const withdrawalCodeReply = z.object({
  data: z.object({ challenge_id: z.string(), expires_at: time, resend_at: time, code_length: z.int() }),
});

export const withdrawalsQuery = z.object({
  ...pageQuery,
  status: z.array(z.string().max(40)).max(20).optional(),
  asset: z.array(z.string().max(64)).max(20).optional(),
});
export const withdrawalsReply = z.object({
  data: z.array(withdrawal),
  meta: pageMeta.extend({ limit: withdrawalLimit }),
});

/** Turning it off needs a code: of the authenticator, or the one that was emailed where there is none. */
export const addressesOnlyBody = z.object({ on: z.boolean(), code: typedCode.max(64).nullish() });
export const addressesOnlyReply = z.object({ data: addressesOnly });
