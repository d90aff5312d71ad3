import type { PendingTransaction, WalletTransaction } from "../balance/transactions.ts";
import type { Wallet } from "../balance/wallets.ts";
import type { CallDocs } from "./call-doc.ts";
import { exampleTime as time } from "./order-example.ts";

const meta = { currency: "usd", total: "249.35", is_complete: true, rates_at: time(0) } as const;
const tx = "9f2c5a7d1e3b48606c1f0e9d8b7a695847362514039f8e7d6c5b4a3928170615";
const address = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const depositId = "dep_5x1f6ahc0r7w9s2t3v4y8z";

const exampleWallet: Wallet = {
  asset: "usdt-trc20",
  posted: "250.000000",
  available: "150.000000",
  settling: "0.000000",
  settles_at: null,
  held: "100.000000",
  pending: "0.000000",
  debt: "0.000000",
  worth: "249.35",
  deposit: {
    address,
    memo: null,
    uri: null,
    min: "5.000000",
    confirmations: 20,
    warning: "Send only USDT on TRC20 to this address.",
  },
  created_at: time(0),
};

const transaction: WalletTransaction = {
  id: "tx_1f0e9d8b7a69584736251403",
  at: time(0),
  type: "deposit",
  asset: "usdt-trc20",
  amount: "250.000000",
  direction: "credit",
  balance_after: "250.000000",
  status: "posted",
  order_ref: null,
  deposit_id: depositId,
  withdrawal_id: null,
  external_id: tx,
  note: null,
};

const pending: PendingTransaction = {
  id: "dep_6y2g7bid1s8x0t3u4w5z9a",
  at: time(1),
  type: "deposit",
  asset: "usdt-trc20",
  amount: "100.000000",
  direction: "credit",
  status: "pending",
  account: null,
  available_at: null,
  confirmations: 12,
  required: 20,
  waits_for: null,
  check_by: null,
};

export const balanceDocs = {
  balanceCurrencies: {
    purpose:
      "The crypto assets that a wallet can hold. `withdraw_fee` is part of the amount withdrawn and may follow what the network takes: a withdrawal keeps the fee that it was requested with; `min_withdraw` is the least amount.",
    reply: {
      data: [
        {
          asset: "usdt-trc20",
          deposit_enabled: true,
          simulated: true,
          withdraw_enabled: true,
          min_deposit: "5.000000",
          min_withdraw: "10.000000",
          withdraw_fee: "1.000000",
          confirmations: 20,
        },
      ],
    },
  },
  balanceCreate: {
    purpose:
      "One wallet an asset. With `new_address` an existing wallet gets another deposit address; deposits to the earlier ones still arrive.",
    repeat: "The wallet there is; with `new_address` another address, twenty at most.",
    body: { asset: "usdt-trc20" },
    reply: { data: exampleWallet, meta },
  },
  balanceDetails: {
    purpose:
      "`posted` is all the money in a wallet: `available`, `settling` and `held` together. Only `available` pays an order or leaves. `meta.total` values all wallets at the reference rates of `rates_at`.",
    query: { currency: "usd" },
    reply: { data: [exampleWallet], meta },
  },
  balanceCoin: {
    purpose:
      "A deposit is booked when final, once; before that it is listed as `pending`. Below the minimum it is `collecting`, in another asset `unclaimed`: kept, never lost. `checking`: our team looks at it first. `not_found`: the member has no such wallet.",
    query: { asset: "usdt-trc20", currency: "usd" },
    reply: {
      data: {
        ...exampleWallet,
        deposits: [
          {
            id: depositId,
            wallet: "usdt-trc20",
            asset: "usdt-trc20",
            amount: "250.000000",
            status: "credited",
            address,
            confirmations: 20,
            required: 20,
            tx: { id: tx, url: `https://tronscan.org/#/transaction/${tx}` },
            seen_at: time(0),
            final_at: time(0),
            check_by: null,
          },
        ],
        transactions: [transaction],
      },
      meta,
    },
  },
  memberTransactions: {
    purpose:
      "Filter by `asset[]`, `type[]` and time. Read on with `cursor` = `next_cursor`. `format=csv` streams all matching transactions, oldest first. What is not booked yet is in `pending`.",
    query: { asset: ["usdt-trc20"], type: ["deposit"], per_page: 20 },
    reply: { data: [transaction], pending: [pending], meta: { per_page: 20, has_more: false, next_cursor: null } },
  },
  memberStatement: {
    purpose: "A month in UTC. A wallet opened later, or never used by then, has no line.",
    query: { month: "2026-11" },
    reply: {
      data: {
        month: "2026-11",
        from: "2026-11-01T00:00:00.000Z",
        to: "2026-12-01T00:00:00.000Z",
        lines: [
          {
            asset: "usdt-trc20",
            opening: "0.000000",
            credited: "250.000000",
            debited: "0.000000",
            closing: "250.000000",
            transactions: 1,
          },
        ],
      },
      meta: { first_month: "2026-11", last_month: "2026-11" },
    },
  },
  sandboxDeposits: {
    purpose:
      "What the test-mode button of a wallet calls: `pay` and `pay_wrong_asset` send something to its address, `confirm` makes the newest pending deposit final at once, `vanish` ends it; `take_back` undoes the newest final one.",
    repeat: "Another deposit.",
    body: { asset: "usdt-trc20", event: "pay", amount: "250" },
    reply: { data: { accepted: true } },
  },
} satisfies Partial<CallDocs>;
