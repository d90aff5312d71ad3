import { statementQuery, statementReply, transactionsQuery, transactionsReply } from "../balance/transactions.ts";
import {
  sandboxDepositBody,
  walletCreateBody,
  walletCurrenciesReply,
  walletDetailsReply,
  walletQuery,
  walletReply,
  walletsQuery,
  walletsReply,
} from "../balance/wallets.ts";
import { acceptedReply } from "../order/order-steps.ts";
import { read, write } from "./call-kinds.ts";
import type { Endpoint } from "./endpoint.ts";

const ofMember = { area: "balance", access: "member" } as const;

/** Wallets of a member. With `WALLETS=off` each answers `not_available`. */
export const balanceCalls = {
  balanceCurrencies: {
    ...read,
    ...ofMember,
    path: "balance/currencies",
    summary: "What can be kept in a wallet.",
    reply: walletCurrenciesReply,
    problems: ["not_available"],
  },
  balanceCreate: {
    ...write,
    ...ofMember,
    path: "balance/create",
    summary: "Opens a wallet with an address for deposits, or returns the one there is.",
    body: walletCreateBody,
    reply: walletReply,
    replyStatus: 201,
    problems: ["not_available", "gateway_unavailable"],
  },
  balanceDetails: {
    ...read,
    ...ofMember,
    path: "balance",
    summary: "All wallets of the member, and what they are worth together.",
    query: walletsQuery,
    reply: walletsReply,
    problems: ["not_available"],
  },
  balanceCoin: {
    ...read,
    ...ofMember,
    path: "balance/coin",
    summary: "One wallet with its latest deposits and transactions.",
    query: walletQuery,
    reply: walletDetailsReply,
    problems: ["not_available"],
  },
  memberTransactions: {
    ...read,
    area: "member",
    access: "member",
    path: "member/history/transactions",
    summary: "Transactions of the member’s wallets, newest first.",
    query: transactionsQuery,
    reply: transactionsReply,
    media: ["text/csv"],
    problems: ["not_available"],
  },
  memberStatement: {
    ...read,
    area: "member",
    access: "member",
    path: "member/history/statement",
    summary: "Opening and closing balance of each wallet in a month.",
    query: statementQuery,
    reply: statementReply,
    problems: ["not_available"],
  },
  sandboxDeposits: {
    ...write,
    path: "sandbox/deposits",
    area: "sandbox",
    access: "member",
    summary: "Simulates a deposit to the caller’s own wallet. Only with sandbox rails.",
    body: sandboxDepositBody,
    reply: acceptedReply,
    replyStatus: 202,
    problems: ["not_available", "invalid_transition"],
  },
} as const satisfies Record<string, Endpoint>;
