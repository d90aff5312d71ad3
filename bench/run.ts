import { benchOrders } from "./orders.ts";
import { benchPages } from "./page.ts";
import { benchQuote } from "./quote.ts";
import { benchWeight } from "./weight.ts";

const firstPort = Number(process.env.BENCH_PORT ?? 4380);

await benchWeight();
await benchQuote(firstPort);
await benchPages(firstPort);
await benchOrders(firstPort);
