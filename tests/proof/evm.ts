/**
 * An exchange on a real Ethereum node, with the signer, as three programs of which one is killed in each round, at a random
 * moment: 20 orders, 5 deposits and 5 withdrawals a round, beside reorganisations and lost pools. In the end everything has
 * arrived exactly once, ledger and chain agree to the wei, and the exchange's own audit and reconciliation name nothing.
 *
 *   npx tsx tests/proof/evm.ts pglite 100 [seed]
 */

import { differencesToChain } from "./evm/compare-chain.ts";
import { completionSeconds, mostSeconds } from "./evm/completion.ts";
import type { MemberOnChain } from "./evm/customers.ts";
import { disturb, mineOn, noDisturbances } from "./evm/disturb.ts";
import { openMarket } from "./evm/open-market.ts";
import { beginRound, pay, unfinished, waiting } from "./evm/round.ts";
import { type Killed, openWorld, pause } from "./evm/world.ts";
import { dice } from "./load.ts";
import { objections, operatorsOf } from "./operators.ts";

const [database = "pglite", roundsText = "100", seedText] = process.argv.slice(2);
const rounds = Number(roundsText);
const seed = Number(seedText ?? Math.floor(Math.random() * 2 ** 31));
const random = dice(seed);
console.log(`kills on Ethereum, ${rounds} rounds on ${database}, seed ${seed}`);

const world = await openWorld(database === "postgres" ? "postgres" : "pglite");
const victims: readonly Killed[] = ["service", "signer", "node"];
const counts = noDisturbances();
const faults: string[] = [];
let members: readonly MemberOnChain[] = [];
let withdrawals = 0;
try {
  await openMarket(world);
  const stopMining = mineOn(world);
  for (let number = 1; number <= rounds; number += 1) {
    const started = performance.now();
    const round = await beginRound(world, members);
    const victim = victims[number % victims.length] ?? "service";
    await Promise.all([pay(world, round), disturb(world, victim, random, counts)]);
    const open = await unfinished(world, round);
    faults.push(...open.map((line) => `round ${number}: ${line}`));
    ({ members } = round);
    withdrawals += round.withdrawals.length;
    console.log(
      `round ${number}, ${victim} killed: ${Math.round((performance.now() - started) / 1000)} s, ${open.length} open`,
    );
    if (open.length > 0) console.error(open.join("\n"));
  }
  await waiting(world);
  await stopMining();
  const seconds = await completionSeconds(world);
  console.log(
    `completed ${seconds.toFixed(1)} s after the last confirmation, of payouts that were in the pool for hours`,
  );
  if (seconds > mostSeconds) faults.push(`payouts were completed ${seconds} s after their last confirmation`);
  // That has moved the clock: sweeps that were due hours later are under way now.
  const stopMiningAgain = mineOn(world);
  await pause(30_000);
  console.log(`at the end: ${await waiting(world)}`);
  faults.push(...(await objections(operatorsOf(world))));
  await stopMiningAgain();
  await world.stopService();
  faults.push(...(await differencesToChain(world)));
} finally {
  await world.end();
}
for (const fault of faults.slice(0, 40)) console.error(fault);
const { killed, reorganisations, poolsLost } = counts;
console.log(
  `kills on Ethereum on ${database}: ${rounds} rounds, ${rounds * 20} orders, ${rounds * 5} deposits, ${withdrawals} withdrawals, ` +
    `killed: service ${killed.service}, signer ${killed.signer}, node ${killed.node}; ` +
    `${reorganisations} reorganisations, ${poolsLost} pools lost, ${faults.length} wrong`,
);
process.exitCode = faults.length === 0 && rounds > 0 ? 0 : 1;
