/**
 * PostgreSQL is stopped hard (`-m immediate`) under load and started again; our process survives. While the database is
 * down `/readyz` fails and `/healthz` does not; once it accepts connections the service is ready again, with everything
 * acknowledged once, and no email missing or repeated.
 *
 *   npx tsx tests/proof/pg-stop.ts 100
 */

import { watchEmails } from "./email-deliveries.ts";
import { exchangeAtWork, letExpire } from "./exchange-at-work.ts";
import { dice, examine, noFigures, type OrderRecord, shopping, wrongIn } from "./load.ts";
import { shownTimes, untilAnswers } from "./readiness.ts";
import { startService } from "./service.ts";

const [roundsText = "20", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`PostgreSQL stopped hard, ${rounds} rounds, seed ${seed}`);

const exchange = await exchangeAtWork("postgres");
const emails = await watchEmails(exchange);
const { postgres } = exchange;
if (!postgres) throw new Error("There is no PostgreSQL");
const figures = noFigures();
const deeds: OrderRecord[] = [];
const unreadyMs: number[] = [];
const readyMs: number[] = [];
let violations = 0;

const service = await startService(exchange.settings);
exchange.fillReserve();
for (let round = 1; round <= rounds; round += 1) {
  const load = shopping(() => [service.base], random, 8);
  await load.hasServed(5);
  await new Promise((resolve) => setTimeout(resolve, random() * 1300));
  await postgres.crash();
  unreadyMs.push(await untilAnswers(service.base, "/readyz", 503));
  await untilAnswers(service.base, "/healthz", 200);
  await new Promise((resolve) => setTimeout(resolve, random() * 1500));
  await postgres.startAgain();
  readyMs.push(await untilAnswers(service.base, "/readyz", 200));
  await load.end();
  await examine(service.base, load.deeds, figures);
  deeds.push(...load.deeds.filter(({ isExecuted }) => isExecuted));
  if (!exchange.verifyLedger()) violations += 1;
  if (round % 10 === 0) await letExpire(service.base);
  console.log(`round ${round}: ready in ${Math.round(readyMs.at(-1) ?? 0)} ms, ${JSON.stringify(figures)}`);
}
const hasEnded = service.process.exitCode !== null;
const { missing, overtaken, doubled } = await emails.examine(deeds);
for (const email of missing.slice(0, 20)) console.error(`missing email: ${email}`);
await service.kill("SIGTERM");
await exchange.end();

const slow = [...unreadyMs, ...readyMs].filter((ms) => ms > 2000).length;
const wrong = wrongIn(figures) + violations + missing.length + doubled.length + (hasEnded ? 1 : 0);
console.log(
  `PostgreSQL stopped hard: ${rounds} rounds, ${figures.acknowledged} acknowledged, ${figures.paid} paid, ` +
    `${figures.refunds} taken back, ${missing.length} emails missing, ${overtaken} overtaken, ` +
    `${doubled.length} came twice, ${wrong} wrong; not ready: ${shownTimes(unreadyMs)}; ready again: ` +
    `${shownTimes(readyMs)}; ${slow} of them above 2 s`,
);
process.exitCode = wrong === 0 && figures.acknowledged > 0 ? 0 : 1;
