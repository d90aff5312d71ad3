import { termsVersion } from "../order/terms.ts";
import type { WalletPayment } from "../order/wallet-payment.ts";
import type { CallDocs } from "./call-doc.ts";
import {
  acceptedOrder,
  cancelledOrder,
  completedOrder,
  detailedOrder,
  draftOrder,
  exampleSignature,
  exampleSigning,
  executedOrder,
  exampleRef as ref,
  exampleRules as rules,
  exampleTime as time,
} from "./order-example.ts";

const pulses = {
  data: [
    {
      ref,
      status: "awaiting_payment",
      condition: "none",
      confirmations: 0,
      required: 0,
      updated_at: time(3),
      checked_at: time(3),
      expires_in: 1800,
      poll_after: 5,
      version: 4,
    },
  ],
  meta: { server_time: time(3) },
};
const move = { fee: "0.00", account: null, url: null };

const walletTerms: WalletPayment = {
  ...{ asset: "usdt-trc20", amount: "500.000000", to_asset: "paypal-usd" },
  ...{ account: "anna.paypal@example.com", memo: null, confirm_with: "email" },
  ...{ is_new_account: true, available_at: "2026-11-22T12:00:00.000Z", worth_usd: "499.75" },
  limit: {
    ...{ level: 1, day_usd: "2000.00", used_usd: "0.00", left_usd: "2000.00" },
    ...{ raise: "authenticator", next_day_usd: "20000.00" },
  },
};

export const orderDocs = {
  exchangeStepOne: {
    purpose:
      "Opens an order: locks a price for 15 minutes, without reserving the payout. Keep `token`: it is returned only here and opens the order from then on. `fields` lists what step-two needs, `rules` and `terms_version` what step-three must accept (the same version as in `GET exchange/rules`). `identity` of the order names what step-two asks about who the customer is, from an amount on; it is null where nothing is asked.",
    repeat: "Another draft. A draft reserves nothing and is deleted when it is abandoned.",
    body: { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from", promo: "WELCOME5" },
    reply: {
      data: {
        order: draftOrder,
        token: "huzm4wqoh7wo5znpq5rcce5lhr",
        fields: draftOrder.fields,
        rules: rules.map((code) => ({ code, must_accept: true })),
        terms_version: termsVersion,
      },
    },
  },
  exchangeStepTwo: {
    purpose:
      "Where the payout goes, who pays, and where a refund would go. Every account is checked: the format, the checksum and the network of an address. A promo code that no longer applies is named in `promo_refused`. A member can have the payout in the wallet instead (`payout.wallet`), and a refund of crypto (`refund.wallet`): at once and without a network fee. Before, show `payout.settles_after_days`: how long that money stays in the wallet. Where `identity` of the order is not null, its fields are asked, too: send them in `identity`. Valid answers stay with the draft and are never returned; a field that is not sent again keeps its answer.",
    repeat: "Replaces the details of the draft and withdraws consents given before.",
    body: {
      ref,
      payout: { account: "anna.paypal@example.com", extra: { full_name: "Anna Ivanova" } },
      refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
      email: "anna.ivanova@example.com",
    },
    reply: { data: detailedOrder },
  },
  exchangeStepThree: {
    purpose:
      "The customer’s consent to the terms, to each rule and to the price shown. `quote_expired` carries the order with its new price: show it, then send the call again with `requote: true` and the new `quote_id`.",
    repeat: "No further effect.",
    body: { ref, accept: { terms_version: termsVersion, rules }, quote_id: draftOrder.quote_id },
    reply: { data: acceptedOrder },
  },
  exchangeExecute: {
    purpose:
      "Makes the order binding: reserves the payout and returns how to pay it in `payin` (an address, an invoice or a page to visit) until `expires_at`. `pay_with` is one of `payin.options`, or `balance`: the order is paid at once from its owner’s wallet, with available money only, and with the `code` and what was `shown` that `exchange/wallet-terms` asks for. Derive the key from the order and its quote, for example `execute:<ref>:<quote_id>`.",
    body: { ref, pay_with: "crypto_address" },
    reply: { data: executedOrder },
  },
  exchangeWalletTerms: {
    purpose:
      "For the owner of the draft, signed in lately. An account elsewhere needs what a withdrawal there needs; a wallet of the same member needs nothing.",
    query: { ref },
    reply: { data: walletTerms },
  },
  exchangeWalletCode: {
    purpose:
      "For `confirm_with` = `email`. The code confirms this order, its amount and its account only; it is void once one of them changes.",
    repeat: "Another code; the one before stops working.",
    body: { ref },
    reply: {
      data: {
        challenge_id: "ch_5x1f6ahc0r7w9s2t3v4y8z",
        expires_at: "2026-11-21T12:10:00.000Z",
        resend_at: "2026-11-21T12:01:00.000Z",
        code_length: 6,
      },
    },
  },
  exchangeProcess: {
    purpose:
      "A decision of the customer. Send only what `actions` of the order lists; the amounts of each choice are in `hold.options`. `report_payment` takes `transaction_id`, `request_refund` and `set_refund_address` take `refund`, `set_payout_account` takes `payout`, `submit_info` takes `info`. Derive the key from the version, for example `process:<ref>:<version>:<action>`.",
    body: { ref, action: "accept_requote" },
    reply: { data: completedOrder },
  },
  exchangeCancel: {
    purpose: "Ends an order before its payment and releases the reserve.",
    repeat: "`invalid_transition`, with the current status.",
    body: { ref, reason: "Changed my mind" },
    reply: { data: cancelledOrder },
  },
  exchangeExpire: {
    purpose: "Asks the service to look at the deadline now, instead of at its next sweep.",
    repeat: "No further effect; before the deadline it has none.",
    body: { ref },
    reply: { data: executedOrder },
  },
  exchangeTrack: {
    purpose: "The order as its customer sees it. To wait for changes use `orders/status` or `orders/stream`.",
    query: { ref },
    reply: { data: executedOrder },
  },
  exchangeTrackMail: {
    purpose: "For a customer who lost the link: it is emailed if the order belongs to this address.",
    repeat: "Another email, up to five an hour for one order.",
    body: { ref, email: "anna.ivanova@example.com" },
    reply: { data: { accepted: true } },
  },
  receipt: {
    purpose: "A record of the order: what came, what was paid out, and a statement for each asset that ends at zero.",
    query: { ref },
    reply: {
      data: {
        order: completedOrder,
        moves: [
          {
            ...move,
            direction: "in",
            id: "edb8a35d",
            asset: "usdt-trc20",
            amount: "500.000000",
            status: "final",
            at: time(6),
          },
          {
            ...move,
            direction: "out",
            id: "A3824B52",
            asset: "paypal-usd",
            amount: "481.31",
            status: "sent",
            at: time(9),
          },
        ],
        accounts: [
          {
            asset: "usdt-trc20",
            lines: [
              { kind: "received", direction: "in", amount: "500.000000" },
              { kind: "exchanged", direction: "out", amount: "500.000000" },
            ],
            balance: "0.000000",
          },
        ],
        reversed: "0.000000",
        issuer: {
          name: "Kursa",
          email: "support@kursa.example",
          site: "https://kursa.example",
          company: "Example Exchange Ltd",
          registration: "Example companies register: 00000000",
          address: "1 Example Street, Exampletown",
          is_example: true,
        },
        made_at: time(10),
        check_code: "7Q2MK9XW3T5RA0D8Z6GH",
        signed: {
          statement: {
            ...exampleSigning,
            type: "receipt/1",
            status: "completed",
            created_at: time(0),
            rate: "0.9665",
            from: { asset: "usdt-trc20", amount: "500.000000", received: "500.000000" },
            to: { asset: "paypal-usd", amount: "481.31", sent: "481.31" },
            transfers: [
              {
                ...{ direction: "out", id: "A3824B52", asset: "paypal-usd", amount: "481.31" },
                ...{ account: "anna.paypal@example.com", status: "sent", at: time(9) },
              },
            ],
          },
          signature: exampleSignature,
        },
      },
    },
  },
  ordersStatus: {
    purpose:
      "For polling: wait `poll_after` seconds between calls and send `If-None-Match`. Orders whose token is missing are left out. Read the whole order when `version` has changed.",
    query: { ref: [ref] },
    reply: pulses,
  },
  ordersStream: {
    purpose:
      "For live pages: each `pulse` event has the data of `orders/status`; an event id is its ETag. An address may have 20 streams; beyond that, and while it cannot connect, a client polls `orders/status`.",
    query: { ref: [ref] },
    events: pulses,
  },
} satisfies Partial<CallDocs>;
