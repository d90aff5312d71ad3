import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { freshAddress, orderTo, type Payout, units } from "../evm/customers.ts";
import { pause, type World } from "../evm/world.ts";
import type { Desk } from "./person.ts";

/** The orders of a round: USDT of the chain to PayPal, and PayPal invoices to coins. */
export type Round = { payins: readonly OpenedOrder[]; payouts: readonly (OpenedOrder & { paid: Payout })[] };

const patienceMs = 600_000;

export async function openOrders(world: World): Promise<Round> {
  // A pair is paused for a moment where the service has just begun again, or a node was away.
  const opened: typeof orderTo = async (...input) => {
    const order = await eventually(() => orderTo(...input));
    if (!order) throw new Error("No order is taken");
    return order;
  };
  const payins: OpenedOrder[] = [];
  // On both sides of the amount above which a second person confirms.
  for (let at = 0; at < 10; at += 1)
    payins.push(await opened(world, { from: "usdt-erc20", to: "paypal-usd", amount: at % 2 === 0 ? "50" : "150" }));
  const payouts: (OpenedOrder & { paid: Payout })[] = [];
  for (const asset of ["usdt-erc20", "eth"] as const)
    for (let at = 0; at < 5; at += 1) {
      const account = freshAddress();
      const order = await opened(world, { from: "paypal-usd", to: asset, amount: "100" }, account);
      payouts.push({ ...order, paid: { account, asset, net: units(order.order.to.amount, asset) } });
    }
  return { payins, payouts };
}

/** On the chain, and at PayPal as soon as the order shows its invoice. */
export async function customersPay(world: World, desk: Desk, { payins, payouts }: Round): Promise<void> {
  const onChain = async () => {
    for (const { order } of payins) {
      await world.customers.payToken(world.token, order.payin.address ?? "", units(order.from.amount, "usdt-erc20"));
      await pause(200);
    }
  };
  const atPaypal = payouts.map(async (order) => {
    const invoice = await eventually(async () => {
      const { payin } = await track(world.client, order);
      return [...desk.invoices.values()].find(({ url }) => url === payin.invoice_url);
    });
    if (invoice) invoice.paid = desk.paypal.receive(invoice.payer, invoice.cents, invoice.order);
    else desk.faults.push(`${order.ref} has no invoice`);
  });
  await Promise.all([onChain(), ...atPaypal]);
}

/** Whether all payments on the chain are final: one that was only seen may leave it, and come back after its time. */
export async function areFinal({ client }: World, { payins }: Round): Promise<boolean> {
  const orders = await Promise.all(payins.map((order) => track(client, order)));
  return orders.every(({ status }) => status !== "awaiting_payment" && status !== "confirming");
}

/** What has not come to its end; nothing where all has. `wait`: what passes between two looks. */
export async function unfinished(world: World, round: Round, wait: () => Promise<void>): Promise<string[]> {
  let open: string[] = [];
  await eventually(async () => {
    open = await openNow(world, round);
    if (open.length > 0) await wait();
    return open.length === 0;
  });
  return open;
}

async function openNow({ client, node, token }: World, { payins, payouts }: Round): Promise<string[]> {
  const open: string[] = [];
  for (const order of [...payins, ...payouts]) {
    const { status, hold } = await track(client, order);
    if (status !== "completed") open.push(`${order.ref} is ${status} ${hold?.reason ?? ""}`);
  }
  for (const { account, asset, net } of payouts.map(({ paid }) => paid)) {
    const arrived = await node.chain.balance(account, asset === "eth" ? undefined : token);
    if (arrived !== net) open.push(`${account} got ${arrived} of ${net} ${asset}`);
  }
  return open;
}

/** Each order was paid once at PayPal, with its amount to its account. */
export function wronglyPaid({ paypal }: Desk, { payins }: Round): string[] {
  return payins.flatMap(({ ref, order }) => {
    const lines = paypal.lines.filter((line) => line.gross < 0n && line.reference.replaceAll("-", "") === ref);
    const [line] = lines;
    const cents = BigInt(order.to.amount.replace(".", ""));
    if (lines.length !== 1) return [`${ref} was paid ${lines.length} times at PayPal`];
    return line?.gross === -cents ? [] : [`${ref} was paid ${line?.gross} for ${-cents} cents`];
  });
}

async function eventually<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  for (const untilMs = performance.now() + patienceMs; performance.now() < untilMs; await pause(500)) {
    const seen = await look().catch(() => undefined);
    if (seen) return seen;
  }
  return undefined;
}
