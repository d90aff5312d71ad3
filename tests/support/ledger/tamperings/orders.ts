import type { Tampering } from "./tampering.ts";

const refunded = "status = 'refunded', hold_reason = null, hold_since = null, hold_deadline = null, hold_offer = null";

export const ofOrders: readonly Tampering[] = [
  {
    name: "another amount received",
    check: "received_is_what_was_booked",
    sql: ({ held }) => `update exchange_order set received = received + 1000000 where ref = '${held}'`,
    says: ({ held }) =>
      new RegExp(`order ${held} says it received 101000000 usdt-trc20; its transfers come to 100000000`),
  },
  {
    name: "another amount sent",
    check: "sent_is_what_was_booked",
    sql: ({ completed }) => `update exchange_order set sent = sent - 100 where ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`order ${completed} says it sent \\d+ paypal-usd; its transfers come to`),
  },
  {
    name: "another payout of a finished exchange",
    check: "exchanged_amounts_are_those_booked",
    sql: ({ completed }) => `update exchange_order set to_amount = to_amount + 100 where ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`order ${completed} says 500000000 usdt-trc20 for \\d+ paypal-usd`),
  },
  {
    name: "another payout promised",
    check: "reserve_holds_belong_to_orders",
    sql: ({ waiting }) => `update exchange_order set to_amount = to_amount * 2 where ref = '${waiting}'`,
    says: ({ waiting }) => new RegExp(`order ${waiting} promises \\d+, but its hold`),
  },
  {
    name: "a better rate for an order that is being paid out",
    check: "amounts_follow_from_the_terms",
    sql: ({ sending }) => `update exchange_order set rate = (rate::numeric * 2)::text where ref = '${sending}'`,
    says: ({ sending }) => new RegExp(`order ${sending} \\(sending\\) exchanges .* by its terms that is`),
  },
  {
    name: "no fee for an order that waits for its payment",
    check: "amounts_follow_from_the_terms",
    sql: ({ waiting }) => `update exchange_order set service_fee = 0 where ref = '${waiting}'`,
    says: ({ waiting }) => new RegExp(`order ${waiting} \\(awaiting_payment\\) exchanges .* with a fee of 0`),
  },
  {
    name: "another asset to pay out",
    check: "orders_exchange_the_assets_of_their_pair",
    sql: ({ waiting }) => `update exchange_order set to_asset = 'btc' where ref = '${waiting}'`,
    says: ({ waiting }) =>
      new RegExp(`order ${waiting} \\(awaiting_payment\\) exchanges usdt-trc20 to btc, but its pair`),
  },
  {
    name: "another status",
    check: "events_lead_to_the_status",
    sql: ({ held }) => `update exchange_order set ${refunded} where ref = '${held}'`,
    says: ({ held }) => new RegExp(`order ${held} is refunded, but its last event .* led to on_hold`),
  },
  {
    name: "another status with an event to match",
    check: "nothing_left_on_a_final_order",
    sql: ({ held }) => `update exchange_order set ${refunded}, version = version + 1 where ref = '${held}';
      insert into order_event (id, order_ref, version, event, from_status, to_status, by, at)
        select 'ev_made-up', ref, version, 'refund_done', 'on_hold', 'refunded', 'rail', now() from exchange_order where ref = '${held}'`,
    says: ({ held }) => new RegExp(`order ${held} is final, but 100000000 is left`),
  },
  {
    name: "a deleted event",
    check: "events_lead_to_the_status",
    sql: ({ completed }) => `delete from order_event where order_ref = '${completed}' and event = 'payout_started'`,
    says: ({ completed }) => new RegExp(`timeline of order ${completed}, payout_done .* begins at sending`),
  },
  {
    name: "a deleted order",
    check: "no_order_is_missing",
    sql: ({ completed }) => `delete from exchange_order where ref = '${completed}'`,
    says: ({ completed }) => new RegExp(`order ${completed} is not there, but its accounts, events, .*transfers`),
  },
  {
    name: "a dispute that is closed by hand",
    check: "disputed_money_is_at_its_account",
    sql: ({ disputed }) =>
      `update exchange_order set disputes = jsonb_set(disputes, '{0,state}', '"won"'), dispute_flag = null where ref = '${disputed}'`,
    says: ({ disputed }) => new RegExp(`disputes of order ${disputed} come to 0, but 4000 is booked`),
  },
];
