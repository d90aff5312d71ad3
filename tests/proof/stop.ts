/**
 * Graceful shutdown under load: no request fails when the site is stopped, alone or one of two behind a proxy.
 *
 *   npx tsx tests/proof/stop.ts alone 20
 *   npx tsx tests/proof/stop.ts caddy 20
 *   npx tsx tests/proof/stop.ts nginx 20
 */
import { proxyNames } from "../support/site/proxies.ts";
import { rollingReplacement } from "../support/site/rolling.ts";
import { startSite } from "../support/site/site.ts";
import { stopUnderLoad } from "../support/site/stop-under-load.ts";
import type { Figures } from "../support/site/visitors.ts";

const [how = "alone", rounds = "20"] = process.argv.slice(2);
const proxy = proxyNames.find((name) => name === how);
const { answered, failed } = proxy ? await rollingReplacement(proxy, Number(rounds)) : await alone(Number(rounds));
for (const failure of failed) console.log(`WRONG: ${failure}`);
console.log(`${how}: ${rounds} rounds, ${answered} answered, ${failed.length} failed`);
process.exitCode = failed.length === 0 && answered > 0 ? 0 : 1;

async function alone(count: number) {
  const all: Figures = { answered: 0, failed: [] };
  for (let round = 1; round <= count; round += 1) {
    const site = await startSite();
    const stop = await stopUnderLoad(site, 10 + round * 5);
    await site.stop();
    console.log(`round ${round}: ${stop.answered} answered, ended in ${Math.round(stop.tookMs)} ms`, stop.failed);
    all.answered += stop.answered;
    all.failed.push(...stop.failed);
    if (stop.exitCode !== 0) all.failed.push(`exit code ${stop.exitCode}`);
    if (stop.tookMs > 10_000) all.failed.push(`it took ${Math.round(stop.tookMs)} ms to end`);
  }
  return all;
}
