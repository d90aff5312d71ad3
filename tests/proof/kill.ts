/**
 * kill -9 under load: customers order, pay and request refunds while the service is killed at random moments. After
 * each start everything acknowledged exists once, unanswered requests take effect once when repeated, payouts and
 * refunds complete, the ledger verifies, and no email is missing. An email may be sent twice if the kill fell between
 * delivery and its mark.
 *
 *   npx tsx tests/proof/kill.ts pglite 100
 *   npx tsx tests/proof/kill.ts postgres 100
 */

import { watchEmails } from "./email-deliveries.ts";
import { exchangeAtWork, letExpire } from "./exchange-at-work.ts";
import { dice, examine, noFigures, type OrderRecord, shopping, wrongIn } from "./load.ts";
import { shownTimes } from "./readiness.ts";
import { startService } from "./service.ts";

const [database = "pglite", roundsText = "20", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`kill -9, ${rounds} rounds on ${database}, seed ${seed}`);

const exchange = await exchangeAtWork(database === "postgres" ? "postgres" : "pglite");
const emails = await watchEmails(exchange);
const figures = noFigures();
const deeds: OrderRecord[] = [];
const readyMs: number[] = [];
let violations = 0;

let service = await startService(exchange.settings);
exchange.fillReserve();
for (let round = 1; round <= rounds; round += 1) {
  const load = shopping(() => [service.base], random, 8);
  await load.hasServed(5);
  await new Promise((resolve) => setTimeout(resolve, random() * 1300));
  await service.kill("SIGKILL");
  await load.end();
  service = await startService(exchange.settings);
  readyMs.push(service.readyMs);
  await examine(service.base, load.deeds, figures);
  deeds.push(...load.deeds.filter(({ isExecuted }) => isExecuted));
  if (!exchange.verifyLedger()) violations += 1;
  if (round % 10 === 0) await letExpire(service.base);
  console.log(`round ${round}: ready in ${Math.round(service.readyMs)} ms, ${JSON.stringify(figures)}`);
}
const { missing, overtaken, doubled } = await emails.examine(deeds);
for (const email of missing.slice(0, 20)) console.error(`missing email: ${email}`);
await service.kill("SIGTERM");
await exchange.end();

const wrong = wrongIn(figures) + violations + missing.length;
console.log(
  `kill -9 on ${database}: ${rounds} rounds, ${figures.acknowledged} acknowledged, ${figures.paid} paid, ` +
    `${figures.refunds} taken back, ${missing.length} emails missing, ${overtaken} overtaken, ` +
    `${doubled.length} came twice, ${wrong} wrong; ready: ${shownTimes(readyMs)}`,
);
process.exitCode = wrong === 0 && figures.acknowledged > 0 ? 0 : 1;
