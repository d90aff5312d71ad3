import type { CallDocs } from "./call-doc.ts";
import { draftOrder, exampleTime } from "./order-example.ts";

export const statusDocs = {
  exchangeStatus: {
    purpose:
      "The figures of the status page, which the site also publishes as `/status.json`, and its incidents as `/En/status.xml` and `/Ru/status.xml` (Atom). Everything is counted from orders and from a measurement every minute; only incidents are written by an operator.",
    query: { days: "7" },
    reply: {
      data: {
        days: 7,
        generated_at: exampleTime(0),
        state: "works",
        first_measured_at: exampleTime(0),
        checked_at: exampleTime(0),
        parts: [
          {
            part: "orders",
            state: "works",
            percent: "99.98",
            days: [
              {
                day: exampleTime(0).slice(0, 10),
                state: "works",
                measured_minutes: 541,
                partly_minutes: 0,
                stopped_minutes: 0,
                hours: ["unknown", ...Array(10).fill("works"), ...Array(13).fill("unknown")],
              },
            ],
          },
        ],
        payouts: {
          orders: 118,
          median_seconds: 660,
          p95_seconds: 2040,
          pairs: [{ pair: draftOrder.pair, orders: 64, median_seconds: 640, p95_seconds: 1980 }],
          by_day: [{ day: exampleTime(0).slice(0, 10), orders: 31, median_seconds: 655, p95_seconds: 1900 }],
        },
        few_orders: null,
        holds: { ended: 4, in_time: 4 },
        refunds: { orders: 2 },
        reserves: [
          {
            asset: "paypal-usd",
            now: "48000.00",
            lowest: "9000.00",
            lowest_at: exampleTime(0),
            days: [{ day: exampleTime(0).slice(0, 10), lowest: "48000.00" }],
          },
        ],
        reconciled: [
          {
            assets: ["eth", "usdt-erc20"],
            compared_at: exampleTime(0),
            agrees: true,
            matched_at: exampleTime(0),
            matched_block: 23900000,
          },
        ],
        incidents: [],
      },
    },
  },
} satisfies Partial<CallDocs>;
