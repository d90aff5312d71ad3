import { eq } from "drizzle-orm";
import { withdrawalOfRewardsObstacle } from "../affiliates/take-rewards.ts";
import type { Orm } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import type { Context } from "../ports/context.ts";
import { blockRefusal, partyOfMember } from "../screening/blocks/blocks.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { hasDebts } from "../wallets/debt.ts";
import { readWallets } from "../wallets/read-wallets.ts";
import { limitObstacle } from "./day-limit.ts";
import { isCaught } from "./rules/freeze.ts";
import type { LimitState } from "./rules/limit.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";
import type { WithdrawalTerms } from "./withdrawal-terms.ts";

type Reader = Pick<Orm, "select">;

/**
 * Why nothing may leave a member's wallets now, by a withdrawal or a payment: a freeze, which may have begun since the call did, or
 * a debt. In the transaction that takes the money, after the wallet's lock.
 */
export async function blockOf(reader: Reader, memberId: string, now: Date): Promise<Refusal | undefined> {
  const [row] = await reader.select().from(member).where(eq(member.id, memberId));
  if (!row || row.closedAt !== null) return refuse("unauthenticated");
  const until = row.withdrawalsFrozenUntil;
  if (until !== null && until > now) return refuse("withdrawals_frozen", { extra: { until: until.toISOString() } });
  return (await hasDebts(reader, memberId)) ? refuse("wallet_debt") : undefined;
}

/** Why a withdrawal may not leave now: as above, or a freeze that has ended caught it, and nobody has looked at it since. */
export async function blockOfWithdrawal(reader: Reader, row: WithdrawalRow, now: Date): Promise<Refusal | undefined> {
  if (row.memberId === null) return undefined;
  const blocked = await blockOf(reader, row.memberId, now);
  if (blocked) return blocked;
  const [owner] = await reader.select().from(member).where(eq(member.id, row.memberId));
  const until = owner?.withdrawalsFrozenUntil ?? null;
  if (until === null || !isCaught(row, until)) return undefined;
  return refuse("withdrawals_frozen", { extra: { until: until.toISOString() } });
}

/**
 * Why this withdrawal cannot be made now: a freeze or a debt, an operator's block, too little in the wallet or of rewards, or the
 * day's limit, which only an amount that is there can pass. In the transaction that requests it, under the locks of member, rewards and wallet; without them for a quote.
 */
export async function obstacleTo(
  ctx: Pick<Context, "env" | "policy">,
  reader: Pick<Orm, "execute" | "select">,
  memberId: string,
  { source, asset, amount, worthUsd, rule, account }: WithdrawalTerms,
  now: Date,
): Promise<Refusal | { limit: LimitState | null }> {
  const blocked = await blockOf(reader, memberId, now);
  if (blocked) return blocked;
  const owner = await partyOfMember(reader, memberId);
  const customer = { party: { ...owner, accounts: [account] }, answersOf: { orderRef: null, memberId } };
  const refused = await blockRefusal(ctx, reader, customer, now);
  if (refused) return refused;
  const missing =
    source === "affiliate"
      ? await withdrawalOfRewardsObstacle(ctx, reader, memberId, { asset, amount }, now)
      : await walletObstacle(reader, memberId, { asset, amount }, now);
  return missing ?? limitObstacle(ctx, reader, memberId, { rule, worthUsd }, now);
}

async function walletObstacle(
  reader: Pick<Orm, "select">,
  memberId: string,
  { asset, amount }: Pick<WithdrawalTerms, "asset" | "amount">,
  now: Date,
): Promise<Refusal | undefined> {
  const [wallet] = await readWallets(reader, memberId, now, asset);
  return wallet && wallet.available >= amount ? undefined : refuse("insufficient_funds");
}
