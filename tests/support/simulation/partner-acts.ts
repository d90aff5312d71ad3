import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Bank } from "./member-acts.ts";
import { bearerOf, type Member } from "./members.ts";
import { decimals, isReviewed, leastPayout, minorOf, moneyOf } from "./partner-model.ts";
import { isPaused, type Partner, rewardAsset } from "./partner-programme.ts";
import { readRewards } from "./reward-model.ts";
import { addressOf } from "./wallet-addresses.ts";
import { enterCode, note, walletStatusOf, wrongAnswer } from "./withdraw.ts";

/** What the rules say of taking an amount of rewards out now. */
type RewardsStatus = { ready: bigint; isPaused: boolean; isWaiting: boolean; isReviewed(amount: bigint): boolean };

async function rewardsStatus(bank: Bank, of: Partner): Promise<RewardsStatus> {
  const now = bank.ctx.clock.now();
  const { ready, inPayout } = moneyOf(of, await readRewards(bank.ctx.db));
  const flaggedAt = bank.lastFlagOf(of);
  return {
    ready,
    isPaused: isPaused(of, now),
    isWaiting: inPayout > 0n,
    isReviewed: (amount) => isReviewed(of, amount, { now, flaggedAt }),
  };
}

/** The member takes rewards out: all of them into the wallet, or some on to an address. */
export async function takeRewards(bank: Bank, who: Member): Promise<void> {
  const of = bank.programme.partners.find(({ member }) => member === who);
  if (!of) return;
  if (who.luck.percent(60)) await payOut(bank, who, of);
  else await withdrawRewards(bank, who, of);
}

async function payOut(bank: Bank, who: Member, of: Partner): Promise<void> {
  who.count += 1;
  const before = await rewardsStatus(bank, of);
  const sent = { body: {}, key: `${who.id}:rewards:${who.count}`, ...(await bearerOf(bank.ctx, who)) };
  const response = await bank.call("affiliatePayout", sent);
  if (response.status !== 201) {
    const { code } = response.problem();
    if (code !== "gateway_unavailable" && code !== refusalOf(before)) {
      bank.faults.push(`${who.email}'s payout of ${before.ready} was refused with ${code}, not ${refusalOf(before)}`);
    }
    return;
  }
  const { data } = response.reply();
  const amount = minorOf(data.amount);
  const isLookedAt = before.isReviewed(before.ready);
  const expected = isLookedAt ? "waiting" : "paid";
  const about = `${who.email}'s payout of ${amount} of ${before.ready}`;
  const refusal = refusalOf(before);
  if (refusal !== undefined) bank.faults.push(`${about} was not refused with ${refusal}`);
  if (amount !== before.ready || data.state !== expected)
    bank.faults.push(`${about} is ${data.state}, not ${expected}`);
  const state = data.state === "waiting" ? "waiting" : "paid";
  const decidedAt = state === "paid" ? bank.ctx.clock.now() : null;
  of.payouts.push({ amount, askedAt: bank.ctx.clock.now(), isReviewed: isLookedAt, state, decidedAt });
  if (who.luck.percent(30)) {
    const again = await bank.call("affiliatePayout", sent);
    if (again.reply().data.amount !== data.amount) bank.faults.push(`${about} was made twice`);
  }
}

/** Why everything that is ready cannot be paid out now; undefined when it can. */
function refusalOf({ ready, isPaused: paused, isWaiting, isReviewed: reviewed }: RewardsStatus): string | undefined {
  if (paused) return "forbidden";
  if (ready < leastPayout) return "insufficient_funds";
  return isWaiting && reviewed(ready) ? "payout_review" : undefined;
}

async function withdrawRewards(bank: Bank, who: Member, of: Partner): Promise<void> {
  const { luck } = who;
  const before = await rewardsStatus(bank, of);
  const amount = luck.weighed<() => bigint>([
    [60, () => before.ready],
    [25, () => (before.ready * BigInt(luck.between(50, 99))) / 100n],
    [15, () => before.ready + 1n],
  ])();
  if (amount < leastPayout) return;
  who.count += 1;
  const account = addressOf(rewardAsset, `saved ${who.number}`);
  const amountText = formatDecimal(amount, decimals);
  const body = { source: "affiliate", asset: rewardAsset, amount: amountText, account } as const;
  const sent = { body, key: `${who.id}:${who.count}`, ...(await bearerOf(bank.ctx, who)) };
  const walletStatus = await walletStatusOf(bank, who, rewardAsset);
  const response = await bank.call("withdrawalsCreate", sent);
  const wrong =
    wrongWithdrawal(response, before, amount) ??
    wrongAnswer(response, { ...walletStatus, isCovered: amount <= before.ready });
  if (wrong) bank.faults.push(`${who.email} asked for ${amount} of ${before.ready} of the rewards: ${wrong}`);
  if (response.status !== 201) return;
  const now = bank.ctx.clock.now();
  of.payouts.push({ amount, askedAt: now, isReviewed: false, state: "paid", decidedAt: now });
  const requested = note(who, rewardAsset, response.reply().data);
  if (luck.percent(75)) await enterCode(bank, who, requested, "right");
}

type Created = Parameters<typeof wrongAnswer>[0];

/** What only rewards can be refused for, and must be. */
function wrongWithdrawal(response: Created, before: RewardsStatus, amount: bigint): string | undefined {
  if (response.status < 300) {
    if (before.isPaused) return "allowed during a pause";
    return before.isReviewed(amount) ? "allowed without an operator's look" : undefined;
  }
  const { code } = response.problem();
  if (code === "forbidden") return before.isPaused ? undefined : "refused without a pause";
  if (code === "payout_needs_review" || code === "payout_review")
    return before.isReviewed(amount) ? undefined : `refused with ${code} below the band`;
  return undefined;
}
