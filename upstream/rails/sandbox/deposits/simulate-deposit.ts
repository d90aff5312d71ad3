import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { SandboxDepositEvent } from "../../../../contract/balance/balance-lists.ts";
import { parseAmount } from "../../../../contract/values/decimal.ts";
import { asset } from "../../../db/schema/market.ts";
import { sandboxDepositStep, walletAddress } from "../../../db/schema/wallets.ts";
import type { Context } from "../../../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../../../shared/rules/refusal.ts";
import { leaseEnd } from "../lease.ts";
import { networkOf } from "../network.ts";
import { type DepositStep, runDepositStep, tellDeposit } from "./run-deposits.ts";

type SimulatedDeposit = { memberId: string; asset: string; event: SandboxDepositEvent; amount: string | null };

/** Simulates a deposit to a wallet's current address. Refuses `not_found` without a wallet, and what cannot happen now. */
export async function simulateDeposit(ctx: Context, input: SimulatedDeposit): Promise<Refusal | undefined> {
  const ofWallet = and(eq(walletAddress.memberId, input.memberId), eq(walletAddress.asset, input.asset));
  const [depositAddress] = await ctx.db.orm
    .select()
    .from(walletAddress)
    .where(and(ofWallet, isNull(walletAddress.replacedAt)));
  if (!depositAddress) return refuse("not_found");
  switch (input.event) {
    case "pay":
      return pay(ctx, depositAddress.id, input.asset, input.amount);
    case "pay_wrong_asset":
      return payOther(ctx, depositAddress.id, input);
    case "confirm":
      return change(ctx, depositAddress.id, "pending", async (step) => {
        await runDepositStep(ctx, { ...step, confirmations: step.required }, 0);
      });
    case "vanish":
      return change(ctx, depositAddress.id, "pending", async (step) => {
        await end(ctx, step);
        await tellDeposit(ctx, step, "gone");
      });
    case "take_back":
      return change(ctx, depositAddress.id, "final", (step) => tellDeposit(ctx, step, "gone"));
  }
}

/** Something else of the same network; what another network carries cannot arrive at the address. */
async function payOther(ctx: Context, addressId: string, input: SimulatedDeposit): Promise<Refusal | undefined> {
  const rows = await ctx.db.orm.select({ id: asset.id }).from(asset).orderBy(asc(asset.sort));
  const other = rows.find(({ id }) => id !== input.asset && networkOf(id) === networkOf(input.asset));
  return other ? pay(ctx, addressId, other.id, input.amount) : refuse("invalid_transition");
}

async function pay(ctx: Context, addressId: string, paid: string, typed: string | null): Promise<Refusal | undefined> {
  const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, paid));
  if (!row) return refuse("invalid_transition");
  const usual = row.minDeposit > 0n ? row.minDeposit * 20n : 10n ** BigInt(row.decimals);
  const amount = typed === null ? usual : parseAmount(typed, row.decimals);
  if (typeof amount === "string") return refuseFields({ pointer: "/amount", code: amount });
  const planned = { id: ctx.ids.newId("sbd"), addressId, asset: paid, amount, confirmations: 0 };
  // Leased from the start, so that the ticker does not run it while the first report is made here.
  const step = { ...planned, required: row.confirmations, dueAt: leaseEnd(ctx) };
  const [added] = await ctx.db.orm.insert(sandboxDepositStep).values(step).returning();
  if (added) await runDepositStep(ctx, added, ctx.env.SANDBOX_PACE_MS);
}

/** Does something with the newest deposit that is pending or final. */
async function change(
  ctx: Context,
  addressId: string,
  state: "pending" | "final",
  act: (step: DepositStep) => Promise<void>,
): Promise<Refusal | undefined> {
  const isThere = state === "final" ? isNotNull(sandboxDepositStep.doneAt) : isNull(sandboxDepositStep.doneAt);
  const [step] = await ctx.db.orm
    .select()
    .from(sandboxDepositStep)
    .where(and(eq(sandboxDepositStep.addressId, addressId), isThere))
    .orderBy(desc(sandboxDepositStep.dueAt), desc(sandboxDepositStep.id))
    .limit(1);
  if (!step) return refuse("invalid_transition");
  await act(step);
}

async function end(ctx: Context, { id }: DepositStep): Promise<void> {
  await ctx.db.orm.update(sandboxDepositStep).set({ doneAt: ctx.clock.now() }).where(eq(sandboxDepositStep.id, id));
}
