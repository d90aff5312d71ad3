import { parseDecimal } from "../../../contract/values/decimal.ts";
import type { Bank } from "./member-acts.ts";
import { bearerOf } from "./members.ts";
import type { Partner, Payout } from "./partner-programme.ts";
import { reviewAbove } from "./partner-programme.ts";
import type { Reward } from "./reward-model.ts";

/** A partner's money, minor units. */
export type PartnerMoney = { ready: bigint; waiting: bigint; inPayout: bigint; paidOut: bigint; debt: bigint };

const dayMs = 86_400_000;
export const decimals = 6;
const unit = 10n ** BigInt(decimals);
export const leastPayout = 10n * unit;

/**
 * What a partner must have: the rewards that count and are ready, less what was taken out. What was spent before it was
 * taken back is owed, and whatever becomes ready repays it.
 */
export function moneyOf({ id, payouts }: Partner, rewards: readonly Reward[]): PartnerMoney {
  const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n);
  const partnerRewards = rewards.filter(({ partnerId }) => partnerId === id);
  const taken = (state: Payout["state"]) => sum(payouts.filter((payout) => payout.state === state));
  const [inPayout, paidOut] = [taken("waiting"), taken("paid")];
  const net = sum(partnerRewards.filter(({ state }) => state === "ready")) - inPayout - paidOut;
  const waiting = sum(partnerRewards.filter(({ state }) => state === "waiting"));
  return { ready: net > 0n ? net : 0n, waiting, inPayout, paidOut, debt: net < 0n ? -net : 0n };
}

/** Whether an operator looks at a payout first: above the band in a day, or a fraud flag that no approval has followed. */
export function isReviewed(
  { payouts }: Partner,
  amount: bigint,
  { now, flaggedAt }: { now: Date; flaggedAt: Date | null },
) {
  const approved = payouts.filter(({ state, isReviewed: was }) => was && state === "paid");
  const approvedAt = approved.reduce((last, { decidedAt }) => Math.max(last, decidedAt?.getTime() ?? 0), 0);
  if (flaggedAt !== null && flaggedAt.getTime() > approvedAt) return true;
  const unseen = payouts.filter(
    ({ state, isReviewed: was, askedAt }) =>
      state === "waiting" || (state === "paid" && !was && askedAt.getTime() > now.getTime() - dayMs),
  );
  return unseen.reduce((total, payout) => total + payout.amount, amount) > reviewAbove * unit;
}

/** Where the partner's page differs from the model. */
export async function moneyFaults(bank: Bank, of: Partner, rewards: readonly Reward[]): Promise<string[]> {
  const { data } = (await bank.call("affiliateSummary", await bearerOf(bank.ctx, of.member))).reply();
  if (!data) return [`${of.member.email} is no partner any more`];
  const summary = {
    ready: minorOf(data.ready),
    waiting: minorOf(data.waiting),
    inPayout: minorOf(data.in_payout),
    paidOut: minorOf(data.paid_out),
    debt: minorOf(data.debt),
  };
  const rules = moneyOf(of, rewards);
  return (["ready", "waiting", "inPayout", "paidOut", "debt"] as const)
    .filter((name) => summary[name] !== rules[name])
    .map((name) => `${of.member.email}: rewards ${name} are ${summary[name]}, by the rules ${rules[name]}`);
}

export function minorOf(text: string): bigint {
  const minor = parseDecimal(text, decimals);
  if (typeof minor !== "bigint") throw new Error(`No amount: ${text}`);
  return minor;
}
