/**
 * The first exchange with real money on a test chain: orders from USDT to PayPal and from PayPal invoices to coins, with two people who
 * work through the tasks, enter wrong facts, leave claimed tasks paid or unpaid, and import each report twice, while service, signer or
 * node are killed. In the end every order was paid once, chain and PayPal's report equal the books to the unit, and nothing is left.
 *
 * SIGTERM ends the run after the round that is under way, with the same comparison.
 *
 *   npx tsx tests/proof/first-exchange.ts pglite 100 [seed]
 */

import { differencesToChain } from "./evm/compare-chain.ts";
import { disturb, mineOn, noDisturbances } from "./evm/disturb.ts";
import { openMarket, pairs } from "./evm/open-market.ts";
import { waiting } from "./evm/round.ts";
import { type Killed, openWorld } from "./evm/world.ts";
import { ownAccount, PaypalAccount } from "./first-exchange/paypal-account.ts";
import { type Desk, importsReport, listedTasks, Steps, work } from "./first-exchange/person.ts";
import { areFinal, customersPay, openOrders, type Round, unfinished, wronglyPaid } from "./first-exchange/round.ts";
import { dice } from "./load.ts";
import { must, objections, operatorsOf } from "./operators.ts";

const [database = "pglite", roundsText = "100", seedText] = process.argv.slice(2);
let rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`first exchange, ${rounds} rounds on ${database}, seed ${seed}`);

const claimSeconds = 30 * 60;
const world = await openWorld(database === "postgres" ? "postgres" : "pglite", {
  settings: {
    RAILS: "sandbox,evm,paypal-by-hand",
    PAYPAL_ENVIRONMENT: "sandbox",
    PAYPAL_ACCOUNTS: ownAccount,
    PAYPAL_CONFIRM_ABOVE: "100.00",
    PAYPAL_CLAIM_MINUTES: String(claimSeconds / 60),
  },
});
let advancedSeconds = 0;
async function passes(seconds: number): Promise<void> {
  (await world.client.call("sandboxClock", { body: { advance_seconds: seconds } })).reply();
  advancedSeconds += seconds;
}

const desk: Desk = {
  ...{ ask: operatorsOf(world), random, faults: [], steps: new Steps() },
  paypal: new PaypalAccount(() => new Date(Date.now() + advancedSeconds * 1000)),
  ...{ invoices: new Map(), pictured: new Map(), forgotten: new Map() },
  counts: { abandoned: 0, wrongEntries: 0, accepted: 0, imports: 0 },
};
const { ask, counts, faults } = desk;
let printed = 0;
let round = 0;
process.once("SIGTERM", () => {
  rounds = round;
});
const victims: readonly Killed[] = ["service", "signer", "node"];
const disturbances = noDisturbances();

/** Once all payments on the chain are final and only abandoned tasks are left, their time passes. */
async function letClaimsEnd(orders: Round): Promise<void> {
  if (!(await areFinal(world, orders))) return;
  const rows = await listedTasks(ask, "anna");
  const areAbandoned = rows.every(({ what, state }) => state === "claimed" && what !== "cancel_invoice");
  if (rows.length === 0 || !areAbandoned) return;
  await desk.steps.jump(async () => {
    await passes(claimSeconds + 1);
    // An invoice that was paid while nobody entered it keeps its rate only where the market is known.
    await setRates();
  });
}

async function setRates(): Promise<void> {
  for (const { from, to, rate } of pairs)
    await must(ask, "anna", "rates set", { pair: `${from}_${to}`, rate, anyway: "yes", reason: "proof" });
}

try {
  await openMarket(world, "by hand");
  const stopMining = mineOn(world);
  const stopWork = [work(desk, "anna"), work(desk, "boris")];
  for (round = 1; round <= rounds; round += 1) {
    const started = performance.now();
    await setRates();
    const orders = await openOrders(world);
    const victim = victims[round % victims.length] ?? "service";
    const [open] = await Promise.all([
      unfinished(world, orders, () => letClaimsEnd(orders)),
      customersPay(world, desk, orders),
      disturb(world, victim, random, disturbances),
    ]);
    faults.push(...[...open, ...wronglyPaid(desk, orders)].map((line) => `round ${round}: ${line}`));
    for (const fault of faults.slice(printed)) console.error(fault);
    printed = faults.length;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`round ${round}, ${victim} killed: ${seconds} s, ${open.length} open, ${faults.length} wrong`);
  }
  for (const stop of stopWork) await stop();
  console.log(`at the end: ${await waiting(world)}`);
  await passes(60);
  await importsReport(desk, "anna");
  faults.push(...(await objections(ask)));
  await stopMining();
  await world.stopService();
  faults.push(...(await differencesToChain(world)));
} finally {
  await world.end();
}
for (const fault of faults.slice(printed)) console.error(fault);
const { killed, reorganisations, poolsLost } = disturbances;
console.log(
  `first exchange on ${database}: ${rounds} rounds, ${rounds * 20} orders, ${counts.abandoned} claims abandoned, ` +
    `${counts.wrongEntries} wrong entries, ${counts.accepted} accepted from reports, ${counts.imports} imports, ` +
    `killed: service ${killed.service}, signer ${killed.signer}, node ${killed.node}; ` +
    `${reorganisations} reorganisations, ${poolsLost} pools lost, ${faults.length} wrong`,
);
process.exitCode = faults.length === 0 && rounds > 0 ? 0 : 1;
