/**
 * A rolling upgrade from the real version before, and back, under load: that version is taken from the repository's
 * history and built with the present packages. Two of its processes serve while this version migrates; then this one
 * beside them, then alone; then the version before again, alone, on the new tables; at last this one. No request fails,
 * everything acknowledged exists once, and the ledger verifies. Needs a build.
 *
 *   npx tsx tests/proof/upgrade.ts [orders a stage] [commit of the version before]
 */
import { doubledEffects } from "./doubled-effects.ts";
import { buildEarlier, commitBeforeNewestMigration } from "./earlier-version.ts";
import { exchangeAtWork } from "./exchange-at-work.ts";
import { dice, examine, noFigures, shopping, wrongIn } from "./load.ts";
import { watchRequests } from "./request-outcomes.ts";
import { type Service, startService } from "./service.ts";

const [ordersText = "30", before = commitBeforeNewestMigration()] = process.argv.slice(2);
const orders = Number(ordersText);
const earlier = await buildEarlier(before);
console.log(`upgrade from ${before.slice(0, 8)} and back, ${orders} orders a stage`);

const exchange = await exchangeAtWork("postgres");
const startEarlier = () => startService(exchange.settings, { program: earlier.program });
const startPresent = () => startService(exchange.settings);
let serving: Service[] = [await startEarlier(), await startEarlier()];
const requests = watchRequests(() => serving.map(({ base }) => base));
const load = shopping(() => serving.map(({ base }) => base), dice(7), 6);

await stage("the version before, alone");
const started = performance.now();
const migration = exchange.operator("db", "migrate");
if (migration.status !== 0) throw new Error(`db migrate: ${migration.stdout} ${migration.stderr}`);
console.log(`migrated in ${Math.round(performance.now() - started)} ms`);
await stage("the version before, on the new tables");
await replaceBy(startPresent, "both versions");
await replaceBy(startEarlier, "one version back, both");
await replaceBy(startPresent, "this version again, both");
await load.end();

const figures = noFigures();
const [service] = serving;
if (!service) throw new Error("Nobody serves.");
await examine(service.base, load.deeds, figures);
const violations = exchange.verifyLedger() ? 0 : 1;
const doubled = await doubledEffects(String(exchange.settings.DATABASE_URL));
await Promise.all(serving.map((server) => server.kill("SIGTERM")));
await exchange.end();
await earlier.remove();

const { answered, unavailable, resent, failed, longestMs } = requests;
for (const failure of failed.slice(0, 20)) console.error(failure);
const wrong = wrongIn(figures) + violations + doubled.length + failed.length;
console.log(
  `upgrade and back: ${answered} requests, ${unavailable} answered 503, ${resent} sent again to another process, longest ` +
    `${Math.round(longestMs)} ms; ${figures.acknowledged} acknowledged, ${figures.paid} paid, ${wrong} wrong`,
);
process.exitCode = wrong === 0 && figures.acknowledged > 0 ? 0 : 1;

async function stage(name: string): Promise<void> {
  const executed = load.deeds.filter(({ isExecuted }) => isExecuted).length;
  await load.hasServed(executed + orders);
  console.log(`${name}: ${load.deeds.length} orders so far`);
}

/** Adds processes of the other version, then ends those that served before. */
async function replaceBy(start: () => Promise<Service>, stageName: string): Promise<void> {
  const ending = serving;
  const coming = [await start(), await start()];
  serving = [...ending, ...coming];
  await stage(stageName);
  serving = coming;
  await Promise.all(ending.map((server) => server.kill("SIGTERM")));
  await stage("the newcomers alone");
}
