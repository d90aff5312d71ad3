import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { evmAddress, evmCredit } from "../../db/schema/evm.ts";
import { evmSigner } from "../../db/schema/evm-payouts.ts";
import { limitArgument } from "../../operator/arguments.ts";
import { command, done, type ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { evmFillCommands } from "./commands/fills.ts";
import { evmPayoutCommands } from "./commands/payouts.ts";
import { ownAccountsOf } from "./own-accounts.ts";
import { evmRail, readSource } from "./source.ts";

export const evmCommands = [
  command({
    name: "evm credits",
    summary: "Money on Ethereum that nobody has taken: in a token that no asset names, or refused by its order.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => done(await refusedCredits(ctx, limit)),
  }),
  command({
    name: "evm status",
    summary: "How far Ethereum is read, what is final, and why it is not read, or nothing is paid out there, any more.",
    args: z.object({}),
    run: async (ctx) => done(await statusOf(ctx)),
  }),
  ...evmPayoutCommands,
  ...evmFillCommands,
];

/** The oldest first. Amounts are units of the token's contract, or wei: where no asset names the token, nobody knows its decimals. */
async function refusedCredits({ db }: Pick<Context, "db">, limit: number): Promise<ShownRow[]> {
  const isUntold = sql`${evmCredit.told} is distinct from ${evmCredit.state}`;
  const rows = await db.orm
    .select({ credit: evmCredit, address: evmAddress.shown, order: evmAddress.orderRef })
    .from(evmCredit)
    .innerJoin(evmAddress, eq(evmAddress.place, evmCredit.place))
    .where(and(isNotNull(evmCredit.refused), isUntold))
    .orderBy(asc(evmCredit.height), asc(evmCredit.id))
    .limit(limit);
  return rows.map(({ credit, address, order }) => ({
    credit: credit.id,
    token: credit.token,
    amount: credit.amount.toString(),
    why: credit.refused,
    state: credit.state,
    address,
    order,
    since: credit.seenAt.toISOString(),
  }));
}

async function statusOf(ctx: Context): Promise<ShownRow | string> {
  const { db } = ctx;
  const source = await readSource(db.orm);
  if (!source) return "Nothing was read yet.";
  const [addresses] = await db.orm.select({ watched: count() }).from(evmAddress);
  const { chainId, height, tip, finalHeight, checkedAt, stopped } = source;
  const [signer] = await db.orm.select().from(evmSigner).where(eq(evmSigner.rail, evmRail));
  return {
    chain: chainId,
    read: height,
    newest: tip,
    final: finalHeight,
    last_block_read_at: checkedAt.toISOString(),
    watched_addresses: addresses?.watched ?? 0,
    stopped,
    signed: signer?.seq ?? 0,
    paying_out_stopped: signer?.stopped ?? null,
    ...(await ownAccountsOf(ctx)),
  };
}
