import { type Tampering, without } from "./tampering.ts";

const payer = `0x${"a1".repeat(20)}`;
const otherSender = `0x${"b1".repeat(20)}`;
/** Says that the payment or deposit of a condition came by Ethereum from `sender`, and puts the credit of the payer into the book of that rail. */
const fromPayer = (table: "payment" | "deposit", of: string, sender: string) =>
  `insert into evm_credit (id, place, amount, payer, height, hash, state, seen_at)
    select lower(rail_payment_id), 'place', 1, '${payer}', 1, '0x1', 'final', now() from ${table} where ${of};
  update ${table} set rail = 'evm', sender = ${sender} where ${of}`;
const aDeposit = "id = (select min(id) from deposit where status = 'credited')";

/** Payments, payouts and refunds. */
export const ofPayments: readonly Tampering[] = [
  {
    name: "a deleted payment",
    check: "booked_payments_have_their_row",
    sql: ({ completed }) => `delete from payment where order_ref = '${completed}'`,
    says: ({ completed }) =>
      new RegExp(`books 500000000 usdt-trc20 for order ${completed}, but the payment .* is not there`),
  },
  {
    name: "another amount of a payment",
    check: "final_payments_are_booked",
    sql: ({ held }) => `update payment set amount = amount * 2 where order_ref = '${held}'`,
    says: ({ held }) => new RegExp(`says 200000000 usdt-trc20 at deposits for order ${held}, but .* booked 100000000`),
  },
  {
    name: "a payment that is said to lie where it can be paid out",
    check: "final_payments_are_booked",
    sql: ({ held }) => `update payment set place = 'hot' where order_ref = '${held}'`,
    says: ({ held }) =>
      new RegExp(`says .* at hot for order ${held}, but .* from assets:sandbox-tron_deposits:usdt-trc20 for order`),
  },
  {
    name: "a reversal from where no payment lay",
    check: "reversed_payments_come_from_where_they_lay",
    sql: ({ held }) =>
      `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, order_ref, at)
        values ('made up', 'posted', 'order:${held}:usdt-trc20', 'assets:sandbox-tron:usdt-trc20', 'usdt-trc20', 1,
          'dispute', '${held}', now())`,
    says: ({ held }) => new RegExp(`made up takes 1 usdt-trc20 back .*, where no payment of order ${held} lay`),
  },
  {
    name: "a final payment that is said to have vanished",
    check: "payments_end_as_their_events_say",
    sql: ({ held }) => `update payment set status = 'vanished' where order_ref = '${held}'`,
    says: ({ held }) => new RegExp(`order ${held} has 1 booked payments, but 0 .* final and 0 were reversed`),
  },
  {
    name: "a payment that was never booked",
    check: "final_payments_are_booked",
    sql: ({
      waiting,
      held,
    }) => `insert into payment select (jsonb_populate_record(p, jsonb_build_object('id', 'made-up',
      'rail_payment_id', 'made-up', 'order_ref', '${waiting}'))).* from payment p where order_ref = '${held}'`,
    says: ({ waiting }) => new RegExp(`made-up of order ${waiting} is final, but no transfer books`),
  },
  {
    name: "another sender of a payment than its network's",
    check: "senders_are_the_rails",
    sql: ({ held }) => fromPayer("payment", `order_ref = '${held}'`, `'${otherSender}'`),
    says: () => new RegExp(`The payment .* says that ${otherSender} has sent it, but .* says ${payer}`),
  },
  {
    name: "a payment without the sender that its network has",
    check: "senders_are_the_rails",
    sql: ({ held, refunded }) =>
      `${fromPayer("payment", `order_ref = '${refunded}'`, `'${payer}'`)};
      update payment set final_at = final_at - interval '2 days' where order_ref = '${refunded}';
      ${fromPayer("payment", `order_ref = '${held}'`, "null")}`,
    says: () => new RegExp(`The payment .* says that nobody has sent it, but .* says ${payer}`),
  },
  {
    name: "another sender of a deposit than its network's",
    check: "senders_are_the_rails",
    sql: () => fromPayer("deposit", aDeposit, `'${otherSender}'`),
    says: () => new RegExp(`The deposit .* says that ${otherSender} has sent it, but .* says ${payer}`),
  },
  {
    name: "a deleted payout",
    check: "holds_of_outgoing_money_have_their_row",
    sql: ({ completed }) => `delete from outgoing where order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`is a payout of \\d+ paypal-usd for order ${completed}, but no row`),
  },
  {
    name: "a payout set back to sending",
    check: "outgoing_rows_match_their_holds",
    sql: ({ completed }) =>
      `update outgoing set status = 'sending', rail_tx_id = null, settled_at = null where order_ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`${completed}-payout-1 is sending .* was settled with`),
  },
  {
    name: "a payout that is said to be sent",
    check: "outgoing_rows_match_their_holds",
    sql: ({ sending }) =>
      `update outgoing set status = 'sent', rail_tx_id = 'made-up', settled_at = now() where order_ref = '${sending}'`,
    says: ({ sending }) => new RegExp(`${sending}-payout-1 is sent with .* is still open`),
  },
  {
    name: "another amount of a payout",
    check: "outgoing_rows_match_their_holds",
    sql: ({ sending }) => `update outgoing set amount = amount * 2 where order_ref = '${sending}'`,
    says: ({ sending }) => new RegExp(`${sending}-payout-1 is sending with \\d+ paypal-usd, but its hold`),
  },
  {
    name: "a payout that is sent again",
    check: "outgoing_states_match_their_status",
    sql: ({ completed }) =>
      `update payout_guard set state = 'broadcast', plan = 'made-up', approved_at = now()
        where outgoing_id in (select id from outgoing where order_ref = '${completed}')`,
    says: ({ completed }) => new RegExp(`${completed}-payout-1 is sent for its owner, but broadcast for the payouts`),
  },
  {
    name: "a payout that counts less against the caps",
    check: "movements_count_in_full_against_their_caps",
    sql: ({ completed }) =>
      `alter table payout_guard disable trigger payout_guard_cap_stays;
        update payout_guard set cap_amount = 1 where outgoing_id = '${completed}-payout-1';
        alter table payout_guard enable trigger payout_guard_cap_stays`,
    says: ({ completed }) =>
      new RegExp(`${completed}-payout-1 moves \\d+ paypal-usd at .*, but counts as 1 paypal-usd`),
  },
  {
    name: "another fee of a refund",
    check: "outgoing_fees_match_their_holds",
    sql: ({ refunded }) =>
      without("outgoing", "outgoing_amounts", `update outgoing set fee = 0 where order_ref = '${refunded}'`),
    says: ({ refunded }) => new RegExp(`${refunded}-refund-1 is sent with a fee of 0, but its hold .* of 1000000`),
  },
];
