import { orderStatuses } from "../order/order-states.ts";
import type { CallDocs } from "./call-doc.ts";
import { exampleExpiry, exampleProfile } from "./member-example.ts";
import { completedOrder, exampleTime as time } from "./order-example.ts";

const { ref, pair, page, status, status_label, condition, version, from, to, rate } = completedOrder;
const list = { page: 1, per_page: 20, total: 1, last_page: 1, has_more: false };
const noOrders = Object.fromEntries(orderStatuses.map((name) => [name, 0]));
const address = {
  id: "adr_d59eced1ded07f84c145592f",
  asset: "usdt-trc20",
  label: "My wallet",
  account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  memo: null,
  usable_at: exampleExpiry,
  created_at: time(0),
};
const session = "se_9f14025af0065b30e47e23eb";
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const memberDocs = {
  memberProfile: {
    purpose: "Who is signed in. Parts of a feature that this service does not have are null.",
    reply: { data: exampleProfile },
  },
  memberSettingsProfile: {
    purpose: "Fields that are left out keep their value; an empty name or phone removes it.",
    repeat: "No further effect.",
    body: { name: "Anna Ivanova", timezone: "Europe/Riga", notifications: { news: false } },
    reply: { data: exampleProfile },
  },
  memberSettingsAvatar: {
    purpose: "A PNG, JPEG or WebP of at most 512 kB as a `data:` address; null removes the picture.",
    repeat: "The same picture under a new address.",
    body: { image: `data:image/png;base64,${pixel}` },
    reply: { data: { avatar_url: "/api/v1/avatars/av_5f0c2b" } },
  },
  avatar: {
    purpose: "The picture as WebP. Its address cannot be guessed and does not change, so it may be cached for good.",
    query: { id: "av_5f0c2b" },
  },
  memberSessions: {
    purpose: "Where the member is signed in; `current` is the session of this call.",
    reply: {
      data: [
        {
          id: session,
          current: true,
          address: null,
          client: null,
          created_at: time(0),
          last_used_at: time(0),
          expires_at: exampleExpiry,
          remembered: false,
        },
      ],
    },
  },
  memberSessionsRevoke: {
    purpose: "Signs the member out everywhere else.",
    repeat: "No further effect.",
    reply: { data: { sessions_revoked: 2 } },
  },
  memberSessionRevoke: {
    purpose: "Signs one of the member’s sessions out, also the current one.",
    repeat: "`not_found`: the session has ended.",
    query: { id: session },
  },
  memberLogins: {
    purpose: "Sign-ins, failed ones included, and changes of the account’s security.",
    query: { page: 1, per_page: 20 },
    reply: {
      data: [{ id: "sec_eb1e33e8", event: "signed_in", method: "password", address: null, client: null, at: time(0) }],
      meta: list,
    },
  },
  memberAddresses: {
    purpose: "For filling in step-two; with `asset`, those that can receive it.",
    query: { asset: "usdt-trc20" },
    reply: { data: [address] },
  },
  memberAddressAdd: {
    purpose:
      "Checked like the accounts of step-two: format, checksum, network. The code is bound to the other fields: `member/addresses/code` emails it, or the authenticator app has it. The owner is emailed; money can be sent there without waiting from `usable_at`. The same account under another label is renamed and keeps its age.",
    repeat: "The saved entry again, without a code.",
    body: { asset: "usdt-trc20", label: "My wallet", account: address.account, code: "123456" },
    reply: { data: address },
  },
  memberAddressCode: {
    purpose:
      "The first step of saving an account or address. The code works for exactly these fields; with an authenticator app no code is sent, and the owner is told all the same. A label that looks like another one of the member’s is refused with `label_taken`.",
    repeat: "After a minute another code, which replaces the one before.",
    body: { asset: "usdt-trc20", label: "My wallet", account: address.account },
    reply: {
      data: {
        asset: "usdt-trc20",
        label: "My wallet",
        account: address.account,
        memo: null,
        renames: false,
        usable_at: exampleExpiry,
        confirm_with: "email",
        challenge: { expires_at: exampleExpiry, resend_at: exampleExpiry, code_length: 6 },
      },
    },
  },
  memberAddressRemove: {
    purpose: "Orders that were opened with the address keep it.",
    repeat: "`not_found`: it is deleted.",
    query: { id: address.id },
  },
  memberOrders: {
    purpose:
      "Filter by `status[]`, `pair`, time (`from`, `to`) and text (`q`). `format=csv` returns all matching orders at once. The member reads each order with its `ref`, without an order token.",
    query: { page: 1, per_page: 20, status: ["completed"], sort: "-created_at" },
    reply: {
      data: [
        {
          ref,
          pair,
          page,
          status,
          status_label,
          condition,
          version,
          from: { asset: from.asset, amount: from.amount, received: from.received },
          to,
          rate,
          effective_rate: completedOrder.effective_rate,
          hand_step: null,
          waits_for: null,
          action_by: null,
          deadline: null,
          payout_account: completedOrder.payout.account,
          created_at: time(0),
          updated_at: time(9),
        },
      ],
      meta: {
        ...list,
        by_status: { ...noOrders, completed: 1 },
        totals: [
          { asset: from.asset, paid: from.received, got: "0.000000", refunded: "0.000000" },
          { asset: to.asset, paid: "0.00", got: to.sent, refunded: "0.00" },
        ],
      },
    },
  },
} satisfies Partial<CallDocs>;
