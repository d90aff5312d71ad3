import type { CallDocs } from "./call-doc.ts";
import { examplePushKey, exampleRef as ref } from "./order-example.ts";

const id = "nIhMa9sprBzdUZdc7uQJmQyxBFFxwWi9EP1bdBBwbfA";

export const pushDocs = {
  orderPush: {
    purpose: "For a page that offers to switch notifications on or off.",
    query: { ref, id },
    reply: { data: { active: true } },
  },
  orderPushOn: {
    purpose:
      "Subscribe in the browser with the order's `push_key` first. The browser gets one encrypted message for each change that matters to the customer; its text names no amount and no account. Only the push services of browser makers are accepted. An order has at most five subscriptions: a sixth replaces the oldest. An order that has ended is refused with `invalid_transition`.",
    repeat: "No further effect.",
    body: {
      ref,
      subscription: {
        endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABexample",
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      key: examplePushKey,
    },
    reply: { data: { active: true } },
  },
  orderPushOff: {
    purpose: "Ends the notifications of one browser about one order.",
    repeat: "No further effect.",
    query: { ref, id },
  },
} satisfies Partial<CallDocs>;
