import type { CallDocs } from "./call-doc.ts";

export const newsletterDocs = {
  subscribe: {
    purpose: "Nothing is sent to the address before its owner has pressed the link in the email.",
    repeat: "The same reply; another email at most every ten minutes, and none to a subscribed address.",
    body: { email: "anna.ivanova@example.com", locale: "en" },
    reply: { data: { accepted: true } },
  },
  subscribeConfirm: {
    purpose:
      "The consent is recorded with its time, its language and its words: those shown beside the button, in `locale`.",
    repeat: "No further effect; the same reply.",
    body: { token: "ns_4f0d2a9c-huzm4wqoh7wo5znpq5rcce5lhr", locale: "en" },
    reply: { data: { subscribed: true } },
  },
  unsubscribe: {
    purpose: "Ends the newsletter for the address that received `key`, and deletes its subscription.",
    repeat: "No further effect.",
    body: { key: "k_5b0c8d1f" },
    reply: { data: { accepted: true } },
  },
} satisfies Partial<CallDocs>;
