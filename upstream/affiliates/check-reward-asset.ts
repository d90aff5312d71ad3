import { and, gt, like, ne, not, or } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { partnerBalance } from "../db/schema/affiliates.ts";
import { account } from "../db/schema/ledger.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { postedOf } from "../ledger/state.ts";

/**
 * Refuses a start with another asset for rewards than the one that partners have money or debts in: pages, payouts and
 * withdrawals know one asset, and what is in another would be shown as nothing and could not be taken out.
 */
export async function checkRewardAsset(reader: Pick<Orm, "select" | "selectDistinct">, asset: string): Promise<void> {
  const { waiting, debt } = partnerBalance;
  const balances = await reader
    .selectDistinct({ asset: partnerBalance.asset })
    .from(partnerBalance)
    .where(and(ne(partnerBalance.asset, asset), or(gt(waiting, 0n), gt(debt, 0n))));
  const others = await reader
    .select()
    .from(account)
    .where(and(like(account.id, accounts.affiliate("%", "%")), not(like(account.id, accounts.affiliate("%", asset)))));
  const rewards = others.filter((row) => postedOf(row) > 0n).map(({ id }) => id.split(":").at(-1) ?? id);
  const otherAssets = [...new Set([...balances.map((row) => row.asset), ...rewards])].sort();
  if (otherAssets.length === 0) return;
  throw new Error(
    `AFFILIATE_ASSET is ${asset}, but partners have rewards in ${otherAssets.join(", ")}, which nobody could take out: set it back.`,
  );
}
