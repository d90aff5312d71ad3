/**
 * Three service processes on one PostgreSQL under load, started at once on an empty database; a random one is killed
 * and restarted, round after round. Customers use a different process for each call. Everything acknowledged exists
 * once in all processes; jobs, sweeps and sandbox steps take effect once.
 *
 *   npx tsx tests/proof/three-processes.ts 30
 */

import { doubledEffects } from "./doubled-effects.ts";
import { watchEmails } from "./email-deliveries.ts";
import { exchangeAtWork, letExpire } from "./exchange-at-work.ts";
import { dice, examine, noFigures, type OrderRecord, shopping, wrongIn } from "./load.ts";
import { shownTimes } from "./readiness.ts";
import { startService } from "./service.ts";

const [roundsText = "30", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`three processes, ${rounds} rounds, seed ${seed}`);

const exchange = await exchangeAtWork("postgres");
const emails = await watchEmails(exchange);
const figures = noFigures();
const deeds: OrderRecord[] = [];
const readyMs: number[] = [];
let violations = 0;

// At once, so that migrations, queues and seeding run concurrently too.
const services = await Promise.all([1, 2, 3].map(() => startService(exchange.settings)));
exchange.fillReserve();
for (let round = 1; round <= rounds; round += 1) {
  const load = shopping(() => services.map(({ base }) => base), random, 9);
  await load.hasServed(5);
  await new Promise((resolve) => setTimeout(resolve, random() * 1300));
  const killed = Math.floor(random() * services.length);
  await services[killed]?.kill("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, random() * 600));
  const again = await startService(exchange.settings);
  readyMs.push(again.readyMs);
  services[killed] = again;
  await load.end();
  const service = services[Math.floor(random() * services.length)] ?? again;
  await examine(service.base, load.deeds, figures);
  deeds.push(...load.deeds.filter(({ isExecuted }) => isExecuted));
  if (!exchange.verifyLedger()) violations += 1;
  if (round % 10 === 0) await letExpire(service.base);
  console.log(`round ${round}: ${JSON.stringify(figures)}`);
}
const { missing, overtaken, doubled: doubledEmails } = await emails.examine(deeds);
for (const email of missing.slice(0, 20)) console.error(`missing email: ${email}`);
const doubled = await doubledEffects(String(exchange.settings.DATABASE_URL));
for (const words of doubled.slice(0, 20)) console.error(words);
await Promise.all(services.map((service) => service.kill("SIGTERM")));
await exchange.end();

const wrong = wrongIn(figures) + violations + missing.length + doubled.length;
console.log(
  `three processes: ${rounds} rounds, ${figures.acknowledged} acknowledged, ${figures.paid} paid, ${figures.refunds} ` +
    `taken back, ${missing.length} emails missing, ${overtaken} overtaken, ` +
    `${doubledEmails.length} came twice, ${doubled.length} effects doubled, ${wrong} wrong; ready: ${shownTimes(readyMs)}`,
);
process.exitCode = wrong === 0 && figures.acknowledged > 0 ? 0 : 1;
