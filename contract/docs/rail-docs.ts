import type { CallDocs } from "./call-doc.ts";
import { exampleRef as ref, exampleTime as time } from "./order-example.ts";

export const railDocs = {
  sandboxEvents: {
    purpose:
      "Test mode: makes the simulated network or PayPal behave so for one order. After `pay_exact` the rest of the order follows by itself. An amount counts for payments only. Without sandbox rails the call does not exist.",
    repeat: "Another event: a second `pay_exact` is a second payment.",
    body: { ref, event: "pay_exact" },
    reply: { data: { accepted: true } },
  },
  sandboxClock: {
    purpose: "Test mode: moves the service’s clock forward for everybody, to see deadlines pass.",
    repeat: "Moves it again.",
    body: { advance_seconds: 900 },
    reply: { data: { now: time(15), offset_seconds: 900 } },
  },
  sandboxLetters: {
    purpose: "Test mode: emails that were sent, newest first; `to` keeps those of one address.",
    query: { to: "anna.ivanova@example.com" },
    reply: {
      data: [
        {
          id: "account:sec_71ee45a3:lt_811786ad",
          at: time(0),
          to: "anna.ivanova@example.com",
          subject: "Your code: 482 913",
          kind: "sign_up_code",
          language: "en",
          text: "Your code: 482 913",
          html: "<p>Your code: 482 913</p>",
        },
      ],
    },
  },
  gatewayConfirm: {
    purpose:
      "Speeds up an order paid on a hosted page. What the browser reports is a hint: the service asks the gateway. `verified: false` means the gateway did not answer, and its webhook will decide.",
    repeat: "The gateway is asked again.",
    body: { ref, session_id: "ses_01", result: "success" },
    reply: { data: { ref, status: "confirming", verified: true, poll_after: 5 } },
  },
  gatewayWebhook: {
    purpose:
      "For gateways, not for clients. Standard Webhooks: the signature covers `webhook-id.webhook-timestamp.body`, the timestamp is at most 300 seconds old, and the answer is 2xx only after the event is stored.",
    repeat: "The same `webhook-id` has no further effect; with another body it is `idempotency_key_reused`.",
    body: {
      type: "payment.updated",
      data: {
        session_id: "ses_01",
        payment: {
          id: "pay_01",
          version: 2,
          status: "final",
          asset: "usdt-trc20",
          amount: "500",
          fee: "2.5",
          confirmations: 20,
          required: 20,
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
