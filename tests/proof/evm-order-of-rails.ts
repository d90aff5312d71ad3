/**
 * `RAILS` is named in another order while payouts on a real Ethereum node are in its pool, or included and not final: node, signer and
 * service as programs of their own. Each payout must arrive exactly once, by the rail that it was asked of, and what is booked as sent
 * is what the chain has.
 *
 *   npx tsx tests/proof/evm-order-of-rails.ts 3
 */

import { differencesToChain } from "./evm/compare-chain.ts";
import { freshAddress, orderTo, units } from "./evm/customers.ts";
import { mineOn } from "./evm/disturb.ts";
import { openMarket } from "./evm/open-market.ts";
import { paysAtPaypal, type Round, unfinished } from "./evm/round.ts";
import { openWorld, pause, type World } from "./evm/world.ts";
import { objections, operatorsOf } from "./operators.ts";

const rounds = Number(process.argv[2] ?? 3);
const each = 5;
const asset = "usdt-erc20";
const patienceMs = 60_000;

const world = await openWorld("pglite");
const faults: string[] = [];
try {
  await openMarket(world);
  for (let number = 1; number <= rounds; number += 1) {
    const round = await payoutsInPool(world);
    await restartWith(world, "evm,sandbox");
    // Some are included before the order changes again, and some are not.
    await world.node.chain.mine(number % 2);
    await pause(6_000);
    await restartWith(world, "sandbox,evm");
    const stopMining = mineOn(world);
    const open = await unfinished(world, round);
    await stopMining();
    faults.push(...open.map((line) => `round ${number}: ${line}`));
    console.log(`round ${number}: ${each} payouts, ${open.length} open`);
  }
  const stopMining = mineOn(world);
  await pause(10_000);
  faults.push(...(await objections(operatorsOf(world))));
  await stopMining();
  await world.stopService();
  faults.push(...(await differencesToChain(world)));
} finally {
  await world.end();
}
for (const fault of faults.slice(0, 40)) console.error(fault);
console.log(`RAILS in another order: ${rounds} rounds, ${rounds * each} payouts in the pool, ${faults.length} wrong`);
process.exitCode = faults.length === 0 && rounds > 0 ? 0 : 1;

/** Orders that are paid at PayPal, with their payouts in the pool; no block is mined meanwhile. */
async function payoutsInPool({ hot, node, ...others }: World): Promise<Round> {
  const before = await sentBy(node.chain, hot);
  const payouts: Round["payouts"][number][] = [];
  for (let at = 0; at < each; at += 1) {
    const account = freshAddress();
    const order = await orderTo(others, { from: "paypal-usd", to: asset, amount: "100" }, account);
    payouts.push({ ...order, paid: { account, asset, net: units(order.order.to.amount, asset) } });
  }
  for (const order of payouts) await paysAtPaypal(world, order);
  for (
    const untilMs = performance.now() + patienceMs;
    (await sentBy(node.chain, hot)) < before + each;
    await pause(200)
  )
    if (performance.now() > untilMs) throw new Error("The payouts do not reach the pool");
  return { payouts, payins: [], members: [], withdrawals: [] };
}

/** Transactions of an account in blocks and in the pool. */
async function sentBy({ rpc }: World["node"]["chain"], account: string): Promise<number> {
  return Number(await rpc<string>("eth_getTransactionCount", [account, "pending"]));
}

async function restartWith({ exchange, kill, stopService }: World, rails: string): Promise<void> {
  await stopService();
  exchange.settings.RAILS = rails;
  await kill.service(0);
}
