import type { z } from "zod/v4";
import type { closingReply } from "../../../contract/member/closing.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { hasRewards, leftRewards } from "../../affiliates/leave-programme.ts";
import { asset } from "../../db/schema/market.ts";
import type { Context } from "../../ports/context.ts";
import { closingMoney } from "../../wallets/closing-money.ts";
import { countOpenOrders } from "../open-orders.ts";

type ClosingState = z.input<typeof closingReply>["data"];

/** What keeps a member's account open, and what would be given up with it. */
export function showClosing(
  { db, env }: Pick<Context, "db" | "env">,
  memberId: string,
  now: Date,
): Promise<ClosingState> {
  return db.transaction(async (tx) => {
    const openOrders = await countOpenOrders(tx, memberId);
    const { obstacles, leftovers } = await closingMoney(tx, memberId, now);
    const isRewarded = await hasRewards(tx, { env }, memberId);
    const rewards = isRewarded ? [] : await leftRewards(tx, memberId);
    const left = [...leftovers, ...rewards.map((row) => ({ ...row, kind: "reward" as const }))];
    const scales = await tx.select({ id: asset.id, decimals: asset.decimals }).from(asset);
    const text = (amount: bigint, id: string) =>
      formatDecimal(amount, scales.find((row) => row.id === id)?.decimals ?? 0);
    return {
      can_close: openOrders === 0 && obstacles.length === 0 && !isRewarded,
      open_orders: openOrders,
      wallets: obstacles.map((row) => ({ ...row, amount: text(row.amount, row.asset) })),
      rewards_due: isRewarded,
      leftovers: left.map((row) => ({ ...row, amount: text(row.amount, row.asset) })),
    };
  });
}
