import type { Tampering } from "./tampering.ts";

const elsewhere = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";

/** Where money goes, and where it was confirmed to go. */
export const ofDestinations: readonly Tampering[] = [
  {
    name: "a payout of an order to another account",
    check: "payouts_went_where_it_was_confirmed",
    sql: ({ completed }) =>
      `update outgoing set account = 'thief@example.com' where order_ref = '${completed}' and kind = 'payout'`,
    says: ({ completed }) =>
      new RegExp(`payout ${completed}-payout-1 names thief@example.com, which nobody has confirmed`),
  },
  {
    name: "a refund of an order to another address",
    check: "payouts_went_where_it_was_confirmed",
    sql: ({ refunded }) =>
      `update outgoing set account = '${elsewhere}' where order_ref = '${refunded}' and kind = 'refund'`,
    says: ({ refunded }) => new RegExp(`payout ${refunded}-refund-1 names ${elsewhere}, which nobody has confirmed`),
  },
  {
    name: "a payout of a withdrawal to another address",
    check: "payouts_went_where_it_was_confirmed",
    sql: () => `update outgoing set account = '${elsewhere}' where withdrawal_id = 'wd_sent'`,
    says: () => new RegExp(`payout wd_sent-withdrawal-1 names ${elsewhere}, which nobody has confirmed`),
  },
  {
    name: "an order that pays out to another account",
    check: "accounts_are_those_that_were_confirmed",
    sql: ({ waiting }) => `update exchange_order set payout_account = 'thief@example.com' where ref = '${waiting}'`,
    says: ({ waiting }) =>
      new RegExp(`payout of ${waiting} goes to another account, .*: thief@example.com in paypal-usd instead of `),
  },
  {
    name: "a deleted confirmation of an open order's account",
    check: "accounts_are_those_that_were_confirmed",
    sql: ({ waiting }) => `delete from payout_destination where order_ref = '${waiting}' and kind = 'payout'`,
    says: ({ waiting }) => new RegExp(`payout of ${waiting} goes to \\S+, which nobody has confirmed`),
  },
  {
    name: "a deleted confirmation of a completed order's account",
    check: "payouts_went_where_it_was_confirmed",
    sql: ({ completed }) => `delete from payout_destination where order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`payout ${completed}-payout-1 names \\S+, which nobody has confirmed`),
  },
  {
    name: "a confirmation of another asset",
    check: "accounts_are_those_that_were_confirmed",
    sql: ({ waiting }) =>
      `update payout_destination set asset = 'paypal-eur' where order_ref = '${waiting}' and kind = 'payout'`,
    says: ({ waiting }) =>
      new RegExp(`payout of ${waiting} goes to another .* in paypal-usd instead of .* in paypal-eur`),
  },
  {
    name: "a withdrawal to an account that was new, and cleared as trusted",
    check: "clearances_follow_from_the_facts",
    sql: () => "update withdrawal set usable_at = created_at + interval '1 day' where id = 'wd_sent'",
    says: () => /payout wd_sent-withdrawal-1 was cleared as "to trusted account", which the facts/,
  },
  {
    name: "a withdrawal cleared with another worth, which the limit of the day would have stopped",
    check: "clearances_follow_from_the_facts",
    sql: () => "update payout_clearance set worth_usd = 1 where id = 'wd_sent-withdrawal-1'",
    says: () => /payout wd_sent-withdrawal-1 was cleared as "to trusted account", which the facts/,
  },
  {
    name: "an order cleared as confirmed before an upgrade that never was",
    check: "clearances_follow_from_the_facts",
    sql: ({ completed }) => `update payout_clearance set rule = 'confirmed_before', caused_by = 'earlier_version',
      proof = 'unknown' where id = '${completed}-payout-1'`,
    says: ({ completed }) => new RegExp(`payout ${completed}-payout-1 was cleared as "confirmed before", which`),
  },
  {
    name: "an order paid from a wallet and cleared as paid from outside",
    check: "clearances_follow_from_the_facts",
    sql: ({ completed }) => `update exchange_order set payin_method = 'balance' where ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`payout ${completed}-payout-1 was cleared as "to named account", which`),
  },
  {
    name: "another address that an order is paid at",
    check: "customers_pay_where_it_was_issued",
    sql: ({ waiting }) => `update exchange_order set payin_address = '${elsewhere}' where ref = '${waiting}'`,
    says: ({ waiting }) => new RegExp(`order ${waiting} is paid at ${elsewhere}, but \\S+ was issued`),
  },
  {
    name: "another address of a wallet",
    check: "customers_pay_where_it_was_issued",
    sql: () =>
      `update wallet_address set address = '${elsewhere}' where member_id = 'us_deposits' and asset = 'usdt-trc20'`,
    says: () => new RegExp(`wallet address \\S+ is paid at ${elsewhere}, but \\S+ was issued`),
  },
];
