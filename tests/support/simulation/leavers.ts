import { and, eq, inArray } from "drizzle-orm";
import { openStatuses } from "../../../contract/order/order-states.ts";
import { hashPassword, networksOfMember, savePassword } from "../../../upstream/accounts/security/passwords.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { asset as assetTable } from "../../../upstream/db/schema/market.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { deposit } from "../../../upstream/db/schema/wallets.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { by, password } from "../service/members.ts";
import { type Bank, openWallet, payDebts, deposit as payIn } from "./member-acts.ts";
import { bearerOf, type Member, seedMember } from "./members.ts";
import { addressOf } from "./wallet-addresses.ts";
import { ask, confirm, enterCode } from "./withdraw.ts";

/** Members who never order: they deposit, take everything out and close their account. Money may still come afterwards. */
export type Leaver = Member & { turnsToStay: number; closedAt: Date | null; paidLate: number };

type AssetRow = typeof assetTable.$inferSelect;
const firstNumber = 9001;

export async function seedLeavers(ctx: Context, seed: number, customers: number): Promise<Leaver[]> {
  const leavers: Leaver[] = [];
  for (let at = 0; at < Math.ceil(customers / 25); at += 1) {
    const who = await seedMember(ctx, seed, firstNumber + at);
    leavers.push(Object.assign(who, { turnsToStay: who.luck.between(4, 25), closedAt: null, paidLate: 0 }));
  }
  return leavers;
}

/** All of them have the same password: what it costs to hash one is spent once. */
export async function givePasswords(ctx: Context, members: readonly Member[]): Promise<void> {
  const hash = await hashPassword(password, networksOfMember("mb_any"));
  for (const { id } of members) await ctx.db.transaction((tx) => savePassword(tx, id, hash, ctx.clock.now()));
}

/** One turn of a leaver. */
export async function leave(bank: Bank, who: Leaver, assets: readonly AssetRow[], isCalm: boolean): Promise<void> {
  if (who.closedAt !== null) {
    if (!isCalm) payLate(bank, who, assets);
    return;
  }
  if (who.wallets.size === 0) {
    await openWallet(bank, who, assets, false);
    if (who.wallets.size > 0) payIn(bank, who, assets);
    return;
  }
  who.turnsToStay -= 1;
  if (isCalm || who.luck.percent(30)) await payDebts(bank, who);
  if (who.turnsToStay > 0 && who.luck.percent(25) && !isCalm) payIn(bank, who, assets);
  if (who.requested.size > 0) await confirm(bank, who);
  else if (who.turnsToStay <= 0 && !isCalm) await takeAllOut(bank, who, assets);
  if (who.luck.percent(who.turnsToStay > 0 ? 10 : 60)) await tryToClose(bank, who, assets);
}

async function takeAllOut(bank: Bank, who: Leaver, assets: readonly AssetRow[]): Promise<void> {
  for (const [id, { available }] of await bank.expected(who)) {
    const row = assets.find((assetRow) => assetRow.id === id);
    if (!row || available < leastOf(row)) continue;
    const requested = await ask(bank, who, { row, amount: available, account: addressOf(id, `saved ${who.number}`) });
    if (requested) await enterCode(bank, who, requested, "right");
  }
}

/** A deposit to an address of a closed account. */
function payLate({ deposits }: Bank, who: Leaver, assets: readonly AssetRow[]): void {
  const [walletAsset, addresses] = who.luck.pick([...who.wallets]);
  const [address] = addresses;
  const row = assets.find(({ id }) => id === walletAsset);
  if (who.paidLate === 3 || !who.luck.percent(15) || !row || address === undefined) return;
  who.paidLate += 1;
  deposits.pay({ address, walletAsset }, walletAsset, (row.minDeposit * BigInt(who.luck.between(50, 500))) / 100n);
}

/** The smallest amount that can leave. */
const leastOf = ({ minWithdraw, withdrawFee }: AssetRow) =>
  minWithdraw > withdrawFee ? minWithdraw : withdrawFee + 1n;

/** Asks to close the account, and compares the answer with what the rules say of orders, wallets and deposits. */
async function tryToClose(bank: Bank, who: Leaver, assets: readonly AssetRow[]): Promise<void> {
  const expected = await closingByRules(bank, who, assets);
  const isGivenUp = who.luck.percent(60);
  const outcome = await close(bank, who, isGivenUp);
  const consent = expected === "closed" || isGivenUp ? "closed" : "must_accept";
  const meant = expected === "in_use" ? "in_use" : consent;
  if (outcome !== "limited" && outcome !== meant)
    bank.faults.push(`${who.email}: closing the account ended as ${outcome}, by the rules ${meant}`);
  if (outcome !== "closed") return;
  const after = await bank.call("memberClosing", by(who.token));
  if (after.status !== 401) bank.faults.push(`${who.email} is closed, but its session answers ${after.status}`);
  Object.assign(who, { closedAt: bank.ctx.clock.now(), token: "" });
}

/** A member with orders or money may ask as well; only what the rules refuse for certain is asked for. */
export async function isKeptOpen(bank: Bank, who: Member): Promise<void> {
  const { assets } = await bank.ctx.market.terms();
  const isOpen = and(eq(order.ownerId, who.id), inArray(order.status, [...openStatuses]));
  const open = await bank.ctx.db.orm.select({ ref: order.ref }).from(order).where(isOpen).limit(1);
  if (open.length === 0 && (await closingByRules(bank, who, assets)) !== "in_use") return;
  const outcome = await close(bank, who, true);
  if (outcome !== "in_use" && outcome !== "limited")
    bank.faults.push(`${who.email}: closing an account in use ended as ${outcome}`);
}

/** `consent`: all that is left is too little to be taken out. */
async function closingByRules(
  { expected, deposits, isAnyKept }: Bank,
  who: Member,
  assets: readonly AssetRow[],
): Promise<"closed" | "consent" | "in_use"> {
  const addresses = new Set([...who.wallets.values()].flatMap((ofWallet) => [...ofWallet]));
  if (deposits.isAnyPending(addresses)) return "in_use";
  let isAnyLeft = isAnyKept(addresses);
  for (const [id, { posted, settling, held, debt, available }] of await expected(who)) {
    const row = assets.find((assetRow) => assetRow.id === id);
    if (settling + held + debt > 0n || !row || available >= leastOf(row)) return "in_use";
    if (posted > 0n) isAnyLeft = true;
  }
  return isAnyLeft ? "consent" : "closed";
}

type Outcome = "closed" | "in_use" | "must_accept" | "limited";

async function close(bank: Bank, who: Member, isGivenUp: boolean): Promise<Outcome | string> {
  const body = { password, give_up_leftovers: isGivenUp };
  const response = await bank.call("memberClose", { body, ...(await bearerOf(bank.ctx, who)) });
  if (response.status === 200) return "closed";
  const { code } = response.problem();
  const names: Record<string, Outcome> = {
    ...{ account_in_use: "in_use", validation_failed: "must_accept", too_many_requests: "limited" },
  };
  return names[code] ?? code;
}

/** What a closed account may not have: a wallet, money, or a deposit that was credited afterwards. */
export async function closingFaults(db: Database, leavers: readonly Leaver[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, email, closedAt } of leavers) {
    if (closedAt === null) continue;
    const { rows: left } = await db.query(
      `select id from account where split_part(id, ':', 1) = 'member' and split_part(id, ':', 2) = $1
          and (debits_posted <> credits_posted or debits_pending <> 0 or credits_pending <> 0)
        union all select asset from wallet where member_id = $1`,
      [id],
    );
    faults.push(...left.map((row) => `${email} is closed, but ${row.id} is not empty`));
    const late = await db.orm.select().from(deposit).where(eq(deposit.memberId, id));
    for (const lateDeposit of late)
      if (
        lateDeposit.finalAt !== null &&
        lateDeposit.finalAt > closedAt &&
        !["unclaimed", "taken_back"].includes(lateDeposit.status)
      )
        faults.push(`${email} is closed, but its deposit ${lateDeposit.id} is ${lateDeposit.status}`);
  }
  return faults;
}
