import { z } from "zod/v4";
import type { Context } from "../../../upstream/ports/context.ts";
import { readWallets } from "../../../upstream/wallets/read-wallets.ts";
import type { DepositModel } from "./deposit-model.ts";
import type { Member } from "./members.ts";
import type { OutgoingRail } from "./outgoing-rail.ts";
import { type Programme, rewardAsset } from "./partner-programme.ts";

/** The figures of a wallet, minor units. */
export type Figures = { posted: bigint; settling: bigint; held: bigint; available: bigint; debt: bigint };
/** Of a wallet without any movement. */
export const nothing: Figures = { posted: 0n, settling: 0n, held: 0n, available: 0n, debt: 0n };
type Parts = { ctx: Context; deposits: DepositModel; outgoing: OutgoingRail; programme: Programme };

const settleMs = 14 * 86_400_000;
const minor = z.string().transform((text) => BigInt(text));
const movement = z.object({ asset: z.string(), amount: minor });

/** What orders have paid into the wallets, cashback included, what was paid for them from there, and what was taken back of the former. */
const orderMoney = `
  select asset, amount::text from outgoing where rail = 'wallet' and status = 'sent' and account = $1
  union all select p.asset, (-p.amount)::text from payment p join exchange_order o on o.ref = p.order_ref
    where p.rail = 'wallet' and p.status = 'final' and o.owner_id = $1
  union all select asset, (-(taken + owed))::text from wallet_settling where member_id = $1
  union all select asset, amount::text from wallet_settling where member_id = $1 and transfer_id like '%:cashback'`;
/** Payouts and cashback that PayPal paid for: they settle two weeks later, and not during a dispute. */
const unsettledMoney = `
  select m.asset, (m.amount - coalesce(s.back, 0))::text as amount from outgoing m
    join exchange_order o on o.ref = m.order_ref
    left join (select order_ref, sum(taken + owed) as back from wallet_settling where transfer_id not like '%:cashback'
      group by 1) s on s.order_ref = m.order_ref
    where m.rail = 'wallet' and m.status = 'sent' and m.kind = 'payout' and m.account = $1
      and o.from_asset like 'paypal-%' and (m.settled_at > $2 or o.dispute_flag is not null)
  union all select s.asset, (s.amount - s.taken - s.owed)::text from wallet_settling s
    join exchange_order o on o.ref = s.order_ref
    where s.member_id = $1 and s.transfer_id like '%:cashback' and o.from_asset like 'paypal-%'
      and (o.completed_at > $2 or o.dispute_flag is not null)`;
const withdrawals = `
  select id, asset, amount::text, fee::text, status, reason, sent_late as "isLate", ended_at is null as "isOpen"
    from withdrawal where member_id = $1`;
const withdrawalRow = movement.extend({
  id: z.string(),
  fee: minor,
  status: z.string(),
  reason: z.string().nullable(),
  isLate: z.boolean(),
  isOpen: z.boolean(),
});

/**
 * The figures of a member's wallets by the published rules, from what members and rails did and not from the ledger.
 * What was taken back and could not be covered is owed, and whatever is free repays it.
 */
export async function modelled(
  { ctx, deposits, outgoing, programme }: Parts,
  who: Member,
): Promise<Map<string, Figures>> {
  const read = async <Row>(row: z.ZodType<Row>, text: string, ...values: unknown[]) =>
    row.array().parse((await ctx.db.query(text, [who.id, ...values])).rows);
  const since = new Date(ctx.clock.now().getTime() - settleMs).toISOString();
  const byOrders = [...(await read(movement, orderMoney)), ...paidRewards(programme, who)];
  const taken = await read(withdrawalRow, withdrawals);
  const settlingStill = await read(movement, unsettledMoney, since);
  const figuresOf = (asset: string): Figures => {
    const addresses = who.wallets.get(asset) ?? new Set();
    const here = <Row extends { asset: string }>(rows: readonly Row[]) => rows.filter((row) => row.asset === asset);
    const paid = here(taken).map((row) => ({ amount: costOf(row, outgoing.returned(row.id)) }));
    const net = deposits.creditedAt(addresses) + sum(here(byOrders)) - sum(paid);
    const held = sum(here(taken).filter(({ isOpen }) => isOpen));
    const debt = held > net ? held - net : 0n;
    const free = net + debt - held;
    const unsettled = sum(here(settlingStill));
    const settling = unsettled < free ? unsettled : free;
    return { posted: net + debt, settling, held, available: free - settling, debt };
  };
  // A payout opens a wallet that the member has not asked for.
  const assets = new Set([...who.wallets.keys(), ...byOrders.map(({ asset }) => asset)]);
  return new Map([...assets].map((asset) => [asset, figuresOf(asset)]));
}

/** What the member has taken out as a partner: also what a withdrawal took on from the wallet at once. */
function paidRewards({ partners }: Programme, who: Member): z.infer<typeof movement>[] {
  const payouts = partners.find(({ member }) => member === who)?.payouts ?? [];
  return payouts.flatMap(({ state, amount }) => (state === "paid" ? [{ asset: rewardAsset, amount }] : []));
}

const sum = (rows: readonly { amount: bigint }[]) => rows.reduce((total, { amount }) => total + amount, 0n);

/** What the member has paid for a withdrawal: nothing that was given back, and no fee for one that was sent late. */
function costOf({ status, reason, amount, fee, isLate }: z.infer<typeof withdrawalRow>, returned: bigint): bigint {
  if (status !== "completed" && reason !== "returned") return 0n;
  return (isLate ? amount - fee : amount) - (reason === "returned" ? returned : 0n);
}

/** Where what the service shows of a member's wallets differs from the model. */
export async function walletFaults(parts: Parts, who: Member): Promise<string[]> {
  const faults: string[] = [];
  const expected = await modelled(parts, who);
  for (const wallet of await readWallets(parts.ctx.db.orm, who.id, parts.ctx.clock.now())) {
    const rules = expected.get(wallet.asset) ?? nothing;
    for (const name of ["posted", "settling", "held", "available", "debt"] as const)
      if (wallet[name] !== rules[name])
        faults.push(`${who.email}: ${wallet.asset} ${name} is ${wallet[name]}, by the rules ${rules[name]}`);
  }
  return faults;
}
