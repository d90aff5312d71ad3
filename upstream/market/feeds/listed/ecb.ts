import { type Feed, type FeedMarket, UnreadableFeed } from "../feed.ts";
import { priceText } from "../price-text.ts";

const end = "</gesmes:Envelope>";
const daySeconds = 86_400;

const markets: readonly FeedMarket[] = [{ base: "EUR", quote: "USD", code: "USD" }];

/**
 * The European Central Bank's reference rates, units of a currency for one euro, once on each working day at about 16:00
 * in Frankfurt: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates. Before Easter a rate
 * stands for five days. The file is a list of elements without text, so two attributes are all that is read of it.
 */
export const ecb: Feed = {
  ...{ name: "ecb", title: "ECB", origin: "https://www.ecb.europa.eu", format: "xml", markets },
  ...{ everySeconds: 3600, ageSeconds: 6 * daySeconds },
  requests: (asked) => [
    {
      path: "/stats/eurofxref/eurofxref-daily.xml",
      read(text) {
        if (!text.trimEnd().endsWith(end)) throw new UnreadableFeed("The file is cut");
        const days = [...text.matchAll(/<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g)];
        const at = new Date(`${days[0]?.[2] ?? ""}T00:00:00Z`);
        if (days.length !== 1 || Number.isNaN(at.getTime())) throw new UnreadableFeed("The file has not one day");
        return asked.flatMap((market) => {
          const rows = [
            ...text.matchAll(
              new RegExp(`<Cube\\s+currency=(["'])${market.code}\\1\\s+rate=(["'])([^"'<>]*)\\2\\s*/>`, "g"),
            ),
          ];
          if (rows.length > 1) throw new UnreadableFeed("The file has a currency twice");
          const price = rows[0]?.[3];
          if (price === undefined) return [];
          if (!priceText.safeParse(price).success)
            throw new UnreadableFeed("A rate is not a decimal number above zero");
          return [{ market, price, at }];
        });
      },
    },
  ],
};
