import type { CallDocs } from "./call-doc.ts";

export const siteDocs = {
  pageViewsRecord: {
    purpose:
      "Adds page views to those of today (UTC). The website counts them in memory and sends sums: nothing in them belongs to a visitor.",
    repeat: "They are added again.",
    body: {
      rows: [{ page: "/exchange/usdt-to-paypal", language: "en", referrer: "search.example", is_bot: false, views: 3 }],
    },
  },
  consentRecord: {
    purpose:
      "The proof that visitors were asked before statistics were loaded: the text, the answer and the time. Who answered is recorded nowhere.",
    repeat: "It is recorded again.",
    body: { answer: "no", text: "2026-11-23-1f0a9c3e", by: "banner", language: "en" },
  },
} satisfies Partial<CallDocs>;
