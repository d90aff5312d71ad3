import type { AccountFreeze } from "../member/freeze.ts";
import type { CallDocs } from "./call-doc.ts";

/** A moment so many seconds after noon. */
const time = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString();

const account = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const money = { kind: "withdrawal", asset: "usdt-trc20", to_asset: "usdt-trc20", account } as const;
const day = 86_400;

const freeze: AccountFreeze = {
  cause: "link",
  frozen_at: time(0),
  frozen_until: time(7 * day),
  is_over: false,
  stopped: [
    {
      ...{ ...money, id: "wd_5x1f6ahc0r7w9s2t3v4y8z", amount: "25.000000", label: null },
      ...{ state: "returned", would_leave_at: time(0.9 * day) },
    },
  ],
  returned: [{ asset: "usdt-trc20", amount: "25.000000" }],
  held_sums: [],
  left_sums: [],
  addresses_removed: [{ asset: "usdt-trc20", label: "New wallet", account, saved_at: time(-3600) }],
  left_since: time(-7 * day),
  left: [],
  left_before: {
    ...{ ...money, id: "wd_1a2b3c4d5e6f7g8h9j0k1m", amount: "120.000000", label: "Ledger" },
    ...{ sent_at: time(-9 * day), tx: null },
  },
  sessions_ended: [{ client: "Chrome on Windows", address: "203.0.113.7", since: time(-3600) }],
  session_kept: false,
  email: "a•••a@mail.com",
  email_changed_at: null,
  timezone: "Europe/Berlin",
};
const key = "fz_5x1f6ahc0r7w9s2t3v4y8z-k4y3xampl3";

export const freezeDocs = {
  memberFreeze: {
    purpose:
      "For a member who has seen something that was not theirs. Until `frozen_until` nothing leaves the account: withdrawals, payments from wallets, new addresses and changes of email are refused. What was not sent is given back in whole amounts or held, other sessions end, and addresses saved in the last days are removed. Only our team ends it earlier.",
    repeat: "The same freeze, from then on as long; `frozen_at` stays.",
    body: { end_this_session: false },
    reply: { data: { ...freeze, cause: "owner", session_kept: true, key } },
  },
  withdrawalsReport: {
    purpose:
      "Needs no session: the key of the email’s link proves its mailbox. Does what `member/freeze` does, and ends every session. `not_found`: not a key of ours; `code_expired`: what it is about is older than 30 days.",
    repeat: "The same freeze, from then on as long; `frozen_at` stays.",
    body: { key: "wd_5x1f6ahc0r7w9s2t3v4y8z-k4y3xampl3" },
    reply: { data: { ...freeze, key } },
  },
  memberFreezeShow: {
    purpose:
      "By the `key` that the freeze has returned, or without one by the session. `not_found`: the account is not frozen, or the key is not ours. A POST, so that the key is in no address.",
    repeat: "What has become of it by now.",
    body: { key },
    reply: { data: freeze },
  },
  memberFreezeCode: {
    purpose:
      "The first step to a new password, for the frozen account’s own address; the code goes to `auth/password/update`. The freeze stays.",
    repeat: "Another code; the one before stops working.",
    body: { key },
    reply: {
      data: {
        challenge_id: "ch_5x1f6ahc0r7w9s2t3v4y8z",
        email: "anna@mail.com",
        expires_at: time(600),
        resend_at: time(60),
        code_length: 6,
      },
    },
  },
} satisfies Partial<CallDocs>;
