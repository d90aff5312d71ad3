import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";

/** Who froze an account: its owner in a session, the link of an email, an operator. */
export const freezeCauses = ["owner", "link", "operator"] as const;
const frozenMoneyKinds = ["withdrawal", "order"] as const;
/**
 * `returned`: in the wallet again; `returning`: on its way back there; `held`: not sent, until our team has looked at it;
 * `leaving`: was being sent when the freeze began.
 */
export const frozenMoneyStates = ["returned", "returning", "held", "leaving"] as const;

const money = z.object({
  kind: openEnum(frozenMoneyKinds),
  id: z.string().describe("Of the withdrawal, or the order’s number."),
  asset: z.string(),
  amount: decimal.describe("What leaves the wallet, fees included."),
  to_asset: z.string().describe("What is paid out; the same as `asset` for a withdrawal."),
  account: z.string(),
  label: z.string().nullable().describe("Of the saved address, as the member has named it."),
});
const stoppedMoney = money.extend({
  state: openEnum(frozenMoneyStates),
  would_leave_at: time.nullable().describe("When it would have been sent; null where it was to be sent at once."),
});
const sentMoney = money.extend({
  sent_at: time,
  tx: z.object({ id: z.string(), url: z.string().nullable() }).nullable(),
});

const sums = z.array(z.object({ asset: z.string(), amount: decimal }));

/** What a freeze has stopped, what had left before it, and until when it lasts. The same behind every door. */
const accountFreeze = z
  .object({
    cause: openEnum(freezeCauses),
    frozen_at: time.describe("When it began: asked for again, it stays the first time."),
    frozen_until: time,
    is_over: z.boolean(),
    stopped: z.array(stoppedMoney),
    returned: sums.describe("What is in the wallets again, or on its way there."),
    held_sums: sums.describe("What is not sent, until our team has looked at it."),
    left_sums: sums.describe("What has left since `left_since`, or was being sent."),
    addresses_removed: z.array(z.object({ asset: z.string(), label: z.string(), account: z.string(), saved_at: time })),
    left_since: time.describe("What has left the wallets since then is listed in `left`."),
    left: z.array(sentMoney),
    left_before: sentMoney.nullable().describe("The last that had left before that."),
    sessions_ended: z.array(z.object({ client: z.string().nullable(), address: z.string().nullable(), since: time })),
    session_kept: z.boolean().describe("Whether the session that asked for it goes on."),
    email: z.string().describe("Where the code for a new password goes, masked."),
    email_changed_at: time
      .nullable()
      .describe(
        "When the account’s email was last changed, within the 30 days before the freeze; null where it was not.",
      ),
    timezone: z.string().describe("The member’s."),
  })
  .meta({ id: "AccountFreeze" });
export type AccountFreeze = z.infer<typeof accountFreeze>;

/** `key` shows the freeze again, for as long as it lasts, without a session. */
export const freezeReply = z.object({ data: accountFreeze.extend({ key: z.string() }) });

/** `end_this_session`: of the caller too. */
export const freezeBody = z.object({ end_this_session: z.boolean().default(false) });
const freezeKey = z.string().trim().max(200);
/** `key`: of the link in an email. */
export const freezeReportBody = z.object({ key: freezeKey });
/** Without a key: the session’s own freeze. */
export const freezeShowBody = z.object({ key: freezeKey.nullish() });
export const freezeShowReply = z.object({ data: accountFreeze });
export const freezeCodeReply = z.object({
  data: z.object({
    challenge_id: z.string(),
    email: z.string(),
    expires_at: time,
    resend_at: time,
    code_length: z.int(),
  }),
});
