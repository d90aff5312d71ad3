import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { freshAddress, orderTo } from "./customers.ts";
import { paysAtPaypal } from "./round.ts";
import { confirmations, pause, type World } from "./world.ts";

/** So long an order's payout may take to be `completed` once its last confirmation is on the node. */
export const mostSeconds = 10;
const orders = 5;
const inPoolSeconds = 10 * 3600;

/**
 * How many seconds after their last confirmation payouts are completed that were in the pool for hours, so that the guard's own
 * turn comes every ten minutes only. Nothing else is under way, and nobody else mines. The slowest of a few; infinite where one is not.
 */
export async function completionSeconds(world: World): Promise<number> {
  const opened: OpenedOrder[] = [];
  for (let at = 0; at < orders; at += 1) {
    const order = await orderTo(world, { from: "paypal-usd", to: "usdt-erc20", amount: "100" }, freshAddress());
    await paysAtPaypal(world, order);
    opened.push(order);
  }
  const statuses = () => Promise.all(opened.map(async (order) => (await track(world.client, order)).status));
  const until = async (status: string, seconds: number) => {
    const started = performance.now();
    while (performance.now() - started < seconds * 1000) {
      if ((await statuses()).every((orderStatus) => orderStatus === status))
        return (performance.now() - started) / 1000;
      await pause(200);
    }
    return Number.POSITIVE_INFINITY;
  };
  await until("sending", 60);
  (await world.client.call("sandboxClock", { body: { advance_seconds: inPoolSeconds } })).reply();
  // Every task has had a turn with the new time.
  await pause(20_000);
  await world.node.chain.mine(confirmations - 1);
  await pause(10_000);
  await world.node.chain.mine();
  return until("completed", 60);
}
