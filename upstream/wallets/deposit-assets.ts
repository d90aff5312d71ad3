import type { Context } from "../ports/context.ts";
import type { DepositRail } from "../ports/deposit-rail.ts";
import type { MarketAsset } from "../ports/market.ts";

export type DepositAsset = MarketAsset & { rail: DepositRail };

/** What wallets can hold: crypto that a rail takes deposits of. Stored money of other kinds would be another business. */
export async function depositAssets(ctx: Pick<Context, "market" | "rails">): Promise<DepositAsset[]> {
  const { assets } = await ctx.market.terms();
  return assets.flatMap((row) => {
    const rail = row.kind === "crypto" && row.receiveEnabled ? ctx.rails.depositFor(row.id) : undefined;
    return rail ? [{ ...row, rail }] : [];
  });
}

export async function depositAsset(ctx: Pick<Context, "market" | "rails">, id: string) {
  return (await depositAssets(ctx)).find((row) => row.id === id);
}
