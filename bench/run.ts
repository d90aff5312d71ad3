import { benchFront } from "./front.ts";
import { benchHistory } from "./history.ts";
import { benchLighthouse } from "./lighthouse.ts";
import { benchNetworks } from "./networks.ts";
import { benchOrders } from "./orders.ts";
import { benchOverload } from "./overload.ts";
import { benchPages } from "./page.ts";
import { benchQuote } from "./quote.ts";
import { benchSize } from "./size.ts";
import { benchStart } from "./start.ts";
import { benchWeight } from "./weight.ts";

const firstPort = Number(process.env.BENCH_PORT ?? 4380);

const benches: Record<string, () => Promise<void>> = {
  weight: benchWeight,
  lighthouse: benchLighthouse,
  quote: () => benchQuote(firstPort),
  pages: () => benchPages(firstPort),
  front: () => benchFront(firstPort),
  orders: () => benchOrders(firstPort),
  overload: () => benchOverload(firstPort),
  networks: () => benchNetworks(firstPort),
  history: benchHistory,
  start: () => benchStart(firstPort),
  size: benchSize,
};

/** It takes an hour and 10 GB. */
const onRequest = new Set(["history"]);

// `npm run bench start size` runs these two; without names all others run.
const requested = process.argv.slice(2);
const usualBenches = Object.keys(benches).filter((name) => !onRequest.has(name));
for (const name of requested.length > 0 ? requested : usualBenches) {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no bench "${name}", only: ${Object.keys(benches).join(", ")}`);
  await bench();
}
