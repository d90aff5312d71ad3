import { eq } from "drizzle-orm";
import type { asset } from "../../../upstream/db/schema/market.ts";
import { savedAddress } from "../../../upstream/db/schema/saved-addresses.ts";
import { signedKey } from "../../../upstream/http/request/signed-key.ts";
import type { ApiResponse } from "../service/api-client.ts";
import { type Bank, decimal } from "./member-acts.ts";
import { bearerOf, emailedCode, isFrozen, type Member, type Requested } from "./members.ts";
import { addressOf } from "./wallet-addresses.ts";
import { nothing } from "./wallet-model.ts";

type AssetRow = typeof asset.$inferSelect;

/** Refusals that say nothing about the money: limits, wrong fields, codes and prices that are over. */
const circumstances = new Set([
  ...["too_many_requests", "withdrawal_limit", "gateway_unavailable", "validation_failed"],
  ...["code_invalid", "code_expired", "invalid_transition"],
  // Of rewards, which have rules of their own.
  ...["forbidden", "payout_review", "payout_needs_review"],
  ...["quote_expired", "rate_changed", "reserve_insufficient", "pair_paused", "promo_invalid"],
]);

/** Asks for a part of what is available, all of it, too little, or more than may leave. */
export async function request(bank: Bank, who: Member, assets: readonly AssetRow[]): Promise<void> {
  const { luck } = who;
  const id = luck.pick([...who.wallets.keys()]);
  const row = assets.find((assetRow) => assetRow.id === id);
  if (!row) return;
  const { available, posted } = (await bank.expected(who)).get(id) ?? nothing;
  const amount = luck.weighed<() => bigint>([
    [50, () => (available * BigInt(luck.between(10, 90))) / 100n],
    [20, () => available],
    [15, () => available + 1n + (posted - available) / 2n],
    [10, () => posted + row.minWithdraw],
    [5, () => row.minWithdraw / 2n],
  ])();
  if (amount <= 0n) return;
  const name = luck.percent(75) ? `saved ${who.number}` : `new ${who.number}x${luck.between(1, 3)}`;
  const requested = await ask(bank, who, { row, amount, account: addressOf(id, name) });
  if (requested && luck.percent(75)) await enterCode(bank, who, requested, luck.percent(85) ? "right" : "wrong");
}

export type WithdrawalPlan = { row: AssetRow; amount: bigint; account: string };

/** Sends the request, sometimes twice, and compares the answer with what the rules say. Undefined when refused. */
export async function ask(bank: Bank, who: Member, input: WithdrawalPlan): Promise<Requested | undefined> {
  const { row, amount, account } = input;
  who.count += 1;
  const body = { source: "wallet", asset: row.id, amount: decimal(amount, row), account } as const;
  const sent = { body, key: `${who.id}:${who.count}`, ...(await bearerOf(bank.ctx, who)) };
  const before = await walletStatusOf(bank, who, row.id);
  const { available } = before;
  const response = await bank.call("withdrawalsCreate", sent);
  const about = `${who.email} asked for ${amount} of ${available} ${row.id}`;
  const wrong = wrongAnswer(response, { ...before, isCovered: amount <= available });
  if (wrong) bank.faults.push(`${about}: ${wrong}`);
  if (response.status !== 201) return undefined;
  const { data } = response.reply();
  if (who.luck.percent(20)) {
    const again = await bank.call("withdrawalsCreate", sent);
    if (again.reply().data.id !== data.id) bank.faults.push(`${about}: the repeated request made another withdrawal`);
  }
  return note(who, row.id, data);
}

/** Remembers a withdrawal that waits for its code, as the page showed it. */
export function note(who: Member, asset: string, { id, amount, account }: Omit<Requested, "asset">): Requested {
  const requested = { id, asset, amount, account };
  who.requested.set(id, requested);
  who.withdrawalIds.add(id);
  return requested;
}

/** By the rules: what keeps a member's money from leaving, and how much of one asset could leave. */
export type WalletStatus = { isFrozen: boolean; isOwing: boolean; available: bigint };

export async function walletStatusOf(bank: Bank, who: Member, asset: string): Promise<WalletStatus> {
  const wallets = await bank.expected(who);
  const isOwing = [...wallets.values()].some(({ debt }) => debt > 0n);
  const { available } = wallets.get(asset) ?? nothing;
  return { isFrozen: isFrozen(who, bank.ctx.clock.now()), isOwing, available };
}

/** What is wrong with the answer to something that lets money leave; undefined when it is as the rules say. */
export function wrongAnswer(
  response: ApiResponse<"withdrawalsCreate"> | ApiResponse<"withdrawalsConfirm"> | ApiResponse<"exchangeExecute">,
  { isFrozen: frozen, isOwing, isCovered }: Omit<WalletStatus, "available"> & { isCovered: boolean },
): string | undefined {
  if (response.status < 300) {
    if (frozen) return "allowed during a freeze";
    if (isOwing) return "allowed in spite of a debt";
    return isCovered ? undefined : "allowed without the money";
  }
  const { code } = response.problem();
  if (code === "withdrawals_frozen") return frozen || isOwing ? undefined : "refused without a freeze";
  if (code === "wallet_debt") return isOwing ? undefined : "refused without a debt";
  if (code === "insufficient_funds") return isCovered ? "refused although it is covered" : undefined;
  return circumstances.has(code) ? undefined : `refused with ${code}`;
}

/** Confirms the oldest withdrawal that waits for it, with the right code or a wrong one. */
export async function confirm(bank: Bank, who: Member): Promise<void> {
  const [requested] = who.requested.values();
  if (!requested) return;
  const { luck } = who;
  const isRight = luck.percent(75);
  await enterCode(
    bank,
    who,
    requested,
    isRight ? "right" : luck.pick(["wrong", "other amount", "other address", "of another"]),
  );
}

/** `of another`: the code that was emailed for another withdrawal of the member. */
type Typed = "right" | "wrong" | "other amount" | "other address" | "of another";

export async function enterCode(bank: Bank, who: Member, requested: Requested, typed: Typed): Promise<void> {
  const headers = await bearerOf(bank.ctx, who);
  const { id } = requested;
  const code = await emailedCode(bank.ctx, id);
  if (code === undefined) {
    const sent = await bank.call("withdrawalsCode", { body: { id }, ...headers });
    if (sent.status === 409) who.requested.delete(id);
    return;
  }
  const amount = typed === "other amount" ? `1${requested.amount}` : requested.amount;
  const account = typed === "other address" ? addressOf(requested.asset, `other ${who.number}`) : requested.account;
  const body = { id, amount, account, code: await typedCode(bank, who, { id, code, typed }) };
  const walletStatus = await walletStatusOf(bank, who, requested.asset);
  const response = await bank.call("withdrawalsConfirm", { body, ...headers });
  const wrong = wrongAnswer(response, { ...walletStatus, isCovered: true });
  if (wrong) bank.faults.push(`${who.email} confirmed ${id}: ${wrong}`);
  if (response.status < 300) {
    who.requested.delete(id);
    if (typed !== "right") bank.faults.push(`${id} was confirmed with ${typed}`);
  } else if (typed === "right" && response.problem().code === "code_invalid") {
    bank.faults.push(`${id} was not confirmed with the code of its email`);
  } else if (response.status === 409) who.requested.delete(id);
}

async function typedCode(
  { ctx }: Bank,
  who: Member,
  { id, code, typed }: { id: string; code: string; typed: Typed },
): Promise<string> {
  if (typed === "wrong") return otherThan(code);
  if (typed !== "of another") return code;
  const otherId = [...who.requested.keys()].find((requestId) => requestId !== id);
  const otherCode = otherId === undefined ? undefined : await emailedCode(ctx, otherId);
  return otherCode === undefined || otherCode === code ? otherThan(code) : otherCode;
}

const otherThan = (code: string) => `${(Number(code) + 1) % 10 ** code.length}`.padStart(code.length, "0");

export async function cancel(bank: Bank, who: Member): Promise<void> {
  const [requested] = [...who.requested.values()].slice(-1);
  if (!requested) return;
  const response = await bank.call("withdrawalsCancel", {
    body: { id: requested.id },
    ...(await bearerOf(bank.ctx, who)),
  });
  if (response.status >= 300 && response.status !== 409)
    bank.faults.push(`${requested.id} was not cancelled: ${response.text}`);
  who.requested.delete(requested.id);
}

/** Presses the link in the email about a withdrawal. Nothing leaves the account from then on. */
export async function reportTheft({ ctx, call, faults }: Bank, who: Member, id: string): Promise<void> {
  const key = signedKey(ctx.env.ORDER_LINK_SECRETS, "withdrawal", id);
  const response = await call("withdrawalsReport", { body: { key } });
  if (response.status >= 300) {
    if (response.problem().code !== "code_expired") faults.push(`${id} could not be reported: ${response.text}`);
    return;
  }
  who.frozenUntil = new Date(response.reply().data.frozen_until);
  who.token = "";
  who.requested.clear();
  // A report has dropped the young ones.
  const left = await ctx.db.orm.select().from(savedAddress).where(eq(savedAddress.memberId, who.id));
  who.saved = new Set(left.map(({ asset }) => asset));
}
