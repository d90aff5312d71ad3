import { asc, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal, parseAmount } from "../../../contract/values/decimal.ts";
import { account, asset as assetTable, member as memberTable, wallet } from "../../db/schema/index.ts";
import { book } from "../../ledger/book.ts";
import { available } from "../../ledger/read.ts";
import { accounts } from "../../ledger/rules/booking.ts";
import {
  amountArgument,
  anywayArgument,
  assetArgument,
  flag,
  limitArgument,
  reasonArgument,
} from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../operator/command.ts";
import { amountConcern } from "../../operator/concerns/amount-concern.ts";
import { lockMovedToday, movedToday } from "../../operator/concerns/moved-today.ts";
import { memberEmailArgument, ofMember } from "../../operator/member-argument.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { repayDebt } from "../debt.ts";
import { readEntries } from "../entries.ts";
import { lockWallet } from "../lock-wallet.ts";
import { readWallets } from "../read-wallets.ts";

const adjustment = z.object({
  email: memberEmailArgument,
  asset: assetArgument,
  amount: amountArgument,
  kind: z.enum(["add", "take"], { error: "Enter --kind add or take." }).describe("add to the wallet, or take from it"),
  reason: reasonArgument,
  anyway: anywayArgument,
});

export const walletCommands = [
  command({
    name: "wallets list",
    summary: "Wallets of members with money in them or a debt, the newest first.",
    args: z.object({ debt: flag("only those whose member owes something"), limit: limitArgument }),
    run: async (ctx, { debt, limit }) => done(await walletRows(ctx, debt !== undefined, limit)),
  }),
  command({
    name: "wallets show",
    summary: "The wallets of a member: what is available, settling, held, coming in and owed, and their addresses.",
    positional: ["email"],
    args: z.object({ email: memberEmailArgument }),
    run: (ctx, { email }) => ofMember(ctx, email, async (id) => done(await memberRows(ctx, id))),
  }),
  command({
    name: "wallets transactions",
    summary: "What has moved a member's wallets, the newest first, with the balance after each.",
    positional: ["email"],
    args: z.object({ email: memberEmailArgument, asset: assetArgument.optional(), limit: limitArgument }),
    run: (ctx, { email, asset, limit }) =>
      ofMember(ctx, email, async (id) => done(await transactionRows(ctx, id, asset, limit))),
  }),
  command({
    name: "wallets adjust",
    summary: "Corrects a wallet: adds from our reserve to it, or takes from it into our reserve. The member sees it.",
    changes: { asks: "the amount is beyond the correction band" },
    positional: ["email", "asset", "amount"],
    args: adjustment,
    run: (ctx, args, operator) => ofMember(ctx, args.email, (id) => adjust(ctx, id, args, operator)),
  }),
];

async function walletRows({ db }: Context, isOwing: boolean, limit: number): Promise<ShownRow[]> {
  const posted = sql<string>`coalesce(${account.creditsPosted} - ${account.debitsPosted}, 0)::text`;
  const isOfAccount = eq(account.id, sql`'member:' || ${wallet.memberId} || ':' || ${wallet.asset}`);
  const hasMoney = sql`(${wallet.debt} > 0 or ${account.creditsPosted} > ${account.debitsPosted})`;
  const rows = await db.orm
    .select({ row: wallet, email: memberTable.email, decimals: assetTable.decimals, posted })
    .from(wallet)
    .innerJoin(memberTable, eq(memberTable.id, wallet.memberId))
    .innerJoin(assetTable, eq(assetTable.id, wallet.asset))
    .leftJoin(account, isOfAccount)
    .where(isOwing ? gt(wallet.debt, 0n) : hasMoney)
    .orderBy(desc(wallet.createdAt), asc(wallet.memberId), asc(wallet.asset))
    .limit(limit);
  return rows.map(({ row, email, decimals, posted: minor }) => ({
    email,
    asset: row.asset,
    posted: formatDecimal(BigInt(minor), decimals),
    debt: formatDecimal(row.debt, decimals),
    since: row.createdAt.toISOString(),
  }));
}

async function memberRows(ctx: Context, memberId: string): Promise<ShownRow[]> {
  const decimals = await decimalsOf(ctx);
  const rows = await readWallets(ctx.db.orm, memberId, ctx.clock.now());
  return rows.map(({ asset, posted, available: free, settling, settlesAt, held, pending, debt, address }) => {
    const text = (minor: bigint) => formatDecimal(minor, decimals(asset));
    return {
      ...{ asset, posted: text(posted), available: text(free), settling: text(settling) },
      settles_at: settlesAt?.toISOString() ?? null,
      ...{ held: text(held), pending: text(pending), debt: text(debt), address: address?.address ?? null },
    };
  });
}

async function transactionRows(
  ctx: Context,
  memberId: string,
  asset: string | undefined,
  limit: number,
): Promise<ShownRow[]> {
  const decimals = await decimalsOf(ctx);
  const filter = { memberId, assets: asset === undefined ? null : [asset], types: null, from: null, to: null };
  const entries = await readEntries(ctx.db, filter, { after: null, order: "newest first", limit });
  return entries.map((entry) => ({
    at: entry.at.toISOString(),
    type: entry.type,
    amount: `${formatDecimal(entry.amount, decimals(entry.asset))} ${entry.asset}`,
    balance_after: formatDecimal(entry.balance_after, decimals(entry.asset)),
    transfer: entry.transfer_id,
    note: entry.note,
  }));
}

async function decimalsOf({ db }: Pick<Context, "db">): Promise<(asset: string) => number> {
  const rows = await db.orm.select({ id: assetTable.id, decimals: assetTable.decimals }).from(assetTable);
  const decimalsById = new Map(rows.map(({ id, decimals }) => [id, decimals]));
  return (asset) => decimalsById.get(asset) ?? 0;
}

/** Books and audits it in one transaction; the member reads the reason beside it. */
async function adjust(
  ctx: Context,
  memberId: string,
  { asset, amount: typed, kind, reason, anyway }: z.infer<typeof adjustment>,
  operator: Operator,
): Promise<Outcome> {
  const [assetRow] = await ctx.db.orm.select().from(assetTable).where(eq(assetTable.id, asset));
  const amount = parseAmount(typed, assetRow?.decimals ?? 0);
  if (typeof amount === "string" || amount <= 0n) return refused(`${typed} is not an amount of ${asset}.`);
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockMovedToday(tx, asset);
    const row = await lockWallet(tx, memberId, asset);
    if (!row || !assetRow) return refused(`This member has no wallet for ${asset}.`);
    const { decimals } = assetRow;
    const same = { asset, decimals, actions: ["adjustment", "deposit_assigned"] };
    const earlier = await movedToday(tx, same, ctx.clock.now());
    const concern = await amountConcern(ctx, tx, { asset, decimals, amount, earlier }, "correction");
    const override = secondLook(anyway, [concern]);
    const id = ctx.ids.newId("aud");
    const transfer = `wallet-correction:${id}`;
    const [holder, reserve] = [accounts.member(memberId, asset), accounts.reserve(asset)];
    const sides = kind === "add" ? { debit: reserve, credit: holder } : { debit: holder, credit: reserve };
    const balanceText = async () => formatDecimal(await available(tx, holder), assetRow.decimals);
    const before = await balanceText();
    const movement = { do: "post", id: transfer, ...sides, asset, amount, code: "adjustment" } as const;
    if (isRefusal(await book(tx, [movement], ctx.clock.now())))
      return refused(`The ${kind === "add" ? "free reserve" : "wallet"} does not cover ${typed} ${asset}.`);
    if (kind === "add") await repayDebt(tx, row, transfer, ctx.clock.now());
    const details = { before, after: await balanceText(), amount: formatDecimal(amount, assetRow.decimals), transfer };
    const makerFacts = kind === "add" ? [{ kind: "wallet_credit", about: "member", id: memberId } as const] : [];
    const entry = { id, action: "adjustment", subject: asset, reason, makerFacts };
    await recordAudit(ctx, tx, operator, { ...entry, details: { ...details, member: memberId, ...override } });
    return done(`The wallet has ${details.after} ${asset} available.`);
  });
  ctx.market.changed();
  return outcome;
}
