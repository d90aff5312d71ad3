/**
 * The primary PostgreSQL is killed with -9 under load, its synchronous standby promoted, and the balancer pointed to it;
 * then the next standby follows, round after round. Our process survives: it is not ready meanwhile, then ready again, with
 * everything acknowledged once, repeated executes with one effect, and no email missing or repeated.
 *
 *   npx tsx tests/proof/failover.ts 5
 */

import { startBalancer } from "../support/service/balancer.ts";
import { followedBy, promote, startCluster } from "../support/service/cluster.ts";
import { doubledEffects } from "./doubled-effects.ts";
import { watchEmails } from "./email-deliveries.ts";
import { exchangeAtWork, letExpire } from "./exchange-at-work.ts";
import { dice, examine, noFigures, type OrderRecord, shopping, wrongIn } from "./load.ts";
import { shownTimes, untilAnswers } from "./readiness.ts";
import { startService } from "./service.ts";

const [roundsText = "5", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`failover, ${rounds} rounds, seed ${seed}`);

let { primary, standby } = await startCluster({ isDurable: true });
await primary.freshUrl("exchange");
const balancer = await startBalancer(primary.socket);
// The balancer is in this process, which waits for each command to end.
const exchange = await exchangeAtWork({
  url: balancer.url("exchange"),
  operatorUrl: () => primary.url("exchange"),
});
const emails = await watchEmails(exchange);
const figures = noFigures();
const deeds: OrderRecord[] = [];
const readyMs: number[] = [];
let violations = 0;

const service = await startService(exchange.settings);
exchange.fillReserve();
for (let round = 1; round <= rounds; round += 1) {
  const load = shopping(() => [service.base], random, 8);
  await load.hasServed(5);
  await new Promise((resolve) => setTimeout(resolve, random() * 1300));
  await primary.kill();
  await untilAnswers(service.base, "/readyz", 503);
  await promote(standby);
  balancer.pointTo(standby.socket);
  readyMs.push(await untilAnswers(service.base, "/readyz", 200));
  await load.end();
  await primary.stop();
  primary = standby;
  standby = await followedBy(primary, { isDurable: true });
  await examine(service.base, load.deeds, figures);
  deeds.push(...load.deeds.filter(({ isExecuted }) => isExecuted));
  if (!exchange.verifyLedger()) violations += 1;
  await letExpire(service.base);
  console.log(`round ${round}: ready in ${Math.round(readyMs.at(-1) ?? 0)} ms, ${JSON.stringify(figures)}`);
}
const hasEnded = service.process.exitCode !== null;
const { missing, overtaken, doubled: doubledEmails } = await emails.examine(deeds);
for (const email of missing.slice(0, 20)) console.error(`missing email: ${email}`);
const doubled = await doubledEffects(primary.url("exchange"));
for (const words of doubled.slice(0, 20)) console.error(words);
await service.kill("SIGTERM");
balancer.stop();
await Promise.all([primary.stop(), standby.stop(), exchange.end()]);

const wrong = wrongIn(figures) + violations + missing.length + doubled.length + (hasEnded ? 1 : 0);
console.log(
  `failover: ${rounds} rounds, ${figures.acknowledged} acknowledged, ${figures.paid} paid, ${figures.refunds} taken ` +
    `back, ${missing.length} emails missing, ${overtaken} overtaken, ${doubledEmails.length} came twice, ` +
    `${doubled.length} effects doubled, ${wrong} wrong; ready after the promotion: ${shownTimes(readyMs)}`,
);
process.exitCode = wrong === 0 && figures.acknowledged > 0 ? 0 : 1;
