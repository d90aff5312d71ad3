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
} satisfies Partial<CallDocs>;
