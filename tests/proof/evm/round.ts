import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import {
  availableOf,
  decimalsOf,
  freshAddress,
  type MemberOnChain,
  newMember,
  orderTo,
  type Payout,
  units,
  withdraw,
} from "./customers.ts";
import { pause, type World } from "./world.ts";

/** What customers have begun in a round; all of it must come to its end. */
export type Round = {
  /** Paid in USDT on the chain, paid out at PayPal. */
  payins: readonly OpenedOrder[];
  /** Paid at PayPal, paid out on the chain. */
  payouts: readonly (OpenedOrder & { paid: Payout })[];
  /** They deposit now and withdraw in the next round. */
  members: readonly MemberOnChain[];
  withdrawals: readonly Payout[];
};

const deposited = 30_000000n;
const overADaySeconds = 25 * 3600;
const patienceMs = 300_000;
const sweepPatienceMs = 660_000;

/** Everything up to the payments, while all three programs run. */
export async function beginRound(world: World, before: readonly MemberOnChain[]): Promise<Round> {
  const withdrawals: Payout[] = [];
  for (const member of before) withdrawals.push(await withdraw(world, member, "25"));
  // The addresses are new: the withdrawals leave a day later, which is now.
  (await world.client.call("sandboxClock", { body: { advance_seconds: overADaySeconds } })).reply();
  const members: MemberOnChain[] = [];
  for (let at = 0; at < 5; at += 1) members.push(await newMember(world));
  const payins: OpenedOrder[] = [];
  for (let at = 0; at < 10; at += 1)
    payins.push(await orderTo(world, { from: "usdt-erc20", to: "paypal-usd", amount: "50" }));
  const payouts: (OpenedOrder & { paid: Payout })[] = [];
  for (const asset of ["usdt-erc20", "eth"] as const)
    for (let at = 0; at < 5; at += 1) {
      const account = freshAddress();
      const order = await orderTo(world, { from: "paypal-usd", to: asset, amount: "100" }, account);
      payouts.push({ ...order, paid: { account, asset, net: units(order.order.to.amount, asset) } });
    }
  return { payins, payouts, members, withdrawals };
}

/** Customers pay: on the chain, and at PayPal. */
export async function pay(world: World, { payins, payouts, members }: Round): Promise<void> {
  const { customers, token } = world;
  const onChain = [
    ...payins.map(({ order }) => ({ to: order.payin.address ?? "", amount: units(order.from.amount, "usdt-erc20") })),
    ...members.map(({ address }) => ({ to: address, amount: deposited })),
  ];
  const paypal = async () => {
    for (const order of payouts) await paysAtPaypal(world, order);
  };
  const chain = async () => {
    for (const { to, amount } of onChain) {
      await customers.payToken(token, to, amount);
      await pause(200);
    }
  };
  await Promise.all([paypal(), chain()]);
}

/** Until an event was taken: the service may be away, or have taken it before it was killed. */
export async function paysAtPaypal({ client }: World, key: OpenedOrder): Promise<void> {
  const { ref, token } = key;
  const body = { ref, event: "pay_exact", amount: null } as const;
  await eventually(async () => {
    if ((await track(client, key)).status !== "awaiting_payment") return true;
    return (await client.call("sandboxEvents", { token, body })).status === 202;
  });
}

/** What has not come to its end five minutes later; nothing where all has. */
export async function unfinished(world: World, round: Round): Promise<string[]> {
  let open: string[] = ["nothing was looked at"];
  await eventually(async () => {
    open = await openNow(world, round);
    return open.length === 0;
  });
  return open;
}

async function openNow(world: World, { payins, payouts, members, withdrawals }: Round): Promise<string[]> {
  const { client, node, token } = world;
  const open: string[] = [];
  for (const order of [...payins, ...payouts]) {
    const { status, hold } = await track(client, order);
    if (status !== "completed") open.push(`${order.ref} is ${status} ${hold?.reason ?? ""}`);
  }
  for (const member of members) {
    const amount = await availableOf(world, member);
    if (amount !== deposited) open.push(`${member.email} has ${amount}`);
  }
  for (const { account, asset, net } of [...withdrawals, ...payouts.map(({ paid }) => paid)]) {
    const arrived = await node.chain.balance(account, asset === "eth" ? undefined : token);
    if (arrived !== net) open.push(`${account} got ${arrived} of ${net} ${asset}, ${decimalsOf[asset]} decimals`);
  }
  return open;
}

/** Until nothing is under way; what the command lists after eleven minutes. A sweep is read every ten once it is older than 150 seconds. */
export async function waiting({ exchange }: World): Promise<string> {
  let listed = "";
  await eventually(async () => {
    listed = exchange.operator("--json", "payouts", "list").stdout;
    return (JSON.parse(listed) as { data: unknown[] }).data.length === 0;
  }, sweepPatienceMs);
  return listed;
}

async function eventually(isDone: () => Promise<boolean>, withinMs = patienceMs): Promise<void> {
  for (const untilMs = performance.now() + withinMs; performance.now() < untilMs; await pause(500))
    if (await isDone().catch(() => false)) return;
}
