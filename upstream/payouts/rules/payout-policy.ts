import type { ConfirmationProof } from "./destination.ts";

/** Whose money leaves: a member's wallet, what a customer paid into an order, what neither of both has, or our own. */
export const moneySources = ["wallet", "order", "unclaimed", "house"] as const;
export type MoneySource = (typeof moneySources)[number];

/**
 * Where it goes, from the facts of the database. `trusted`: an account that the member saved, or was paid at, longer ago than the
 * waiting time. `named`: the account of the order's customer. `payer`: the payment that brought it. `operator`: an account that
 * an operator has named. `gone`: wherever its rail, or an operator by hand, has sent it already. `unconfirmed`: an account that
 * nobody has confirmed.
 */
export const payoutDestinations = [
  ...(["own_wallet", "trusted", "new", "named", "payer"] as const),
  ...(["operator", "house", "gone", "unconfirmed"] as const),
] as const;
type PayoutDestinationKind = (typeof payoutDestinations)[number];

/** Who caused it. `rail`: a payment that the rail has reported; `house`: this service by itself. */
export const payoutCauses = ["member", "customer", "operator", "rail", "house", "earlier_version"] as const;
type PayoutCause = (typeof payoutCauses)[number];

export const payoutProofs = [
  ...(["authenticator", "email_code", "order_link", "operator", "none", "unknown"] as const),
] as const satisfies readonly (ConfirmationProof | "none")[];
export type PayoutProof = (typeof payoutProofs)[number];

/**
 * `by_cause`: a second person approves what the operator has said. `by_amount`: a second person approves this movement, because
 * of its size, its number or its destination.
 */
export const secondPersonNeeds = ["none", "by_cause", "by_amount"] as const;
export type SecondPersonNeed = (typeof secondPersonNeeds)[number];

/** `account`: the account's own mailbox, with the link that freezes; `order`: the order's mailbox. */
export const payoutNotices = ["account", "order", "none"] as const;
type PayoutNotice = (typeof payoutNotices)[number];

/** What one kind of movement needs before it may be asked for. */
export type PolicyRow = {
  source: readonly MoneySource[];
  destination: PayoutDestinationKind;
  causedBy: readonly PayoutCause[];
  /** One of these; none for `none`. */
  proof: readonly PayoutProof[];
  /** `new_account`: the waiting time of an account that is not trusted yet. */
  wait: "none" | "new_account";
  /** `member_day`: counts against the member's limit of 24 hours, over all ways out of the wallets. */
  limit: "none" | "member_day";
  /** `unusual`: `by_amount`, once the member or the destination had more than is usual. */
  secondPerson: SecondPersonNeed | "unusual";
  notice: PayoutNotice;
  why: string;
};

const codes = ["authenticator", "email_code"] as const;
const noRules = { wait: "none", limit: "none", secondPerson: "none" } as const;
const outOfWallet = { source: ["wallet"], causedBy: ["member"], proof: codes } as const;
const likeWithdrawal = { limit: "member_day", secondPerson: "unusual", notice: "account" } as const;

/**
 * Every movement of money out of this exchange, by its effect: not by the call that asked for it. A movement that fits no row
 * cannot be inserted; the database has the same table as a constraint. `docs/payout-policy.md` is printed from it.
 */
const payoutPolicy = {
  to_trusted_account: {
    ...{ ...outOfWallet, destination: "trusted", wait: "none", ...likeWithdrawal },
    why: "A withdrawal, or an order paid from a wallet, to an account that the member has trusted for a day",
  },
  to_new_account: {
    ...{ ...outOfWallet, destination: "new", wait: "new_account", ...likeWithdrawal },
    why: "The same to an account that is new: a day in which its owner can stop it",
  },
  wallet_payment_redirected: {
    ...{ source: ["wallet"], destination: "trusted", causedBy: ["customer"], proof: ["order_link"] },
    ...{ wait: "none", limit: "none", secondPerson: "unusual", notice: "order" },
    why: "An order paid from a wallet whose payout failed goes to an account that the member trusts, and to no other",
  },
  refund_outside_wallet: {
    ...{ source: ["wallet"], destination: "named", causedBy: ["member", "customer"], proof: [...codes, "order_link"] },
    ...{ wait: "none", limit: "none", secondPerson: "by_amount", notice: "order" },
    why: "Money of a wallet that is no more: no code was asked for the refund account",
  },
  into_own_wallet: {
    ...{ source: ["wallet", "order"], destination: "own_wallet", causedBy: ["member"], proof: ["none"] },
    ...{ ...noRules, notice: "order" },
    why: "A payout or refund into a wallet of the same member: nothing leaves",
  },
  to_named_account: {
    ...{ source: ["order"], destination: "named", causedBy: ["customer"], proof: ["order_link"] },
    ...{ ...noRules, notice: "order" },
    why: "A payout or refund to the account that the customer has named with the order's link",
  },
  to_payer: {
    ...{ source: ["order"], destination: "payer", causedBy: ["rail"], proof: ["none"] },
    ...{ ...noRules, notice: "order" },
    why: "A refund of a payment to its payer, at the rail that brought it",
  },
  named_by_operator: {
    ...{ source: ["wallet", "order"], destination: "operator", causedBy: ["operator"], proof: ["operator"] },
    ...{ wait: "none", limit: "none", secondPerson: "by_cause", notice: "order" },
    why: "A payout or refund to an account that an operator has named",
  },
  unclaimed_paid: {
    ...{ source: ["unclaimed"], destination: "operator", causedBy: ["operator"], proof: ["operator"] },
    ...{ wait: "none", limit: "none", secondPerson: "by_cause", notice: "none" },
    why: "Money that no wallet and no order has, to its owner's account as an operator has named it",
  },
  gone_already: {
    ...{ source: ["wallet", "order"], destination: "gone", causedBy: ["rail", "operator"], proof: ["none"] },
    ...{ ...noRules, notice: "order" },
    why: "What a rail has sent by itself, or an operator by hand: a fact that is booked",
  },
  sweep: {
    ...{ source: ["house"], destination: "house", causedBy: ["house"], proof: ["none"] },
    ...{ ...noRules, notice: "none" },
    why: "Our own money, from deposit addresses to the address that pays out",
  },
  confirmed_before: {
    ...{ source: ["wallet", "order"], destination: "named", causedBy: ["earlier_version"], proof: ["unknown"] },
    ...{ ...noRules, notice: "order" },
    why: "Confirmed under a version that kept no proof; it had its own rules",
  },
  unconfirmed: {
    ...{ source: ["wallet", "order"], destination: "unconfirmed", causedBy: ["house"], proof: ["none"] },
    ...{ ...noRules, notice: "none" },
    why: "Its account differs from the confirmed one: the payout guard holds it until that is corrected",
  },
} as const satisfies Record<string, PolicyRow>;

export type PayoutRule = keyof typeof payoutPolicy;
export const payoutRules = Object.keys(payoutPolicy) as PayoutRule[];
export const policyRow = (rule: PayoutRule): PolicyRow => payoutPolicy[rule];

/** The row of what a member takes out of a wallet, before anything is proven. */
export function walletRule(destination: "own_wallet" | "trusted" | "new"): PayoutRule {
  switch (destination) {
    case "own_wallet":
      return "into_own_wallet";
    case "trusted":
      return "to_trusted_account";
    case "new":
      return "to_new_account";
  }
}

export const needsCode = (rule: PayoutRule): boolean => policyRow(rule).proof.every((proof) => isCode(proof));
const isCode = (proof: PayoutProof) => codes.some((code) => code === proof);

/** What a movement out is about; one of a row of the policy. */
export type PayoutEffect = {
  source: MoneySource;
  destination: PayoutDestinationKind;
  causedBy: PayoutCause;
  proof: PayoutProof;
};

/** The row of an effect. Undefined where nothing allows it, or its proof is not enough. */
export function ruleOf({ source, destination, causedBy, proof }: PayoutEffect): PayoutRule | undefined {
  return payoutRules.find((name) => {
    const row = policyRow(name);
    const isOfRow = row.source.includes(source) && row.destination === destination && row.causedBy.includes(causedBy);
    return isOfRow && row.proof.includes(proof);
  });
}

/**
 * What the wallets of one member, and one destination, had lately. Amounts in US cents. `memberDayUsd`: what counts against the
 * day's limit of `limitDayUsd`, with this movement. `destinationDayUsd`: what all members sent to the destination, with this movement.
 */
export type PayoutUsage = {
  memberHour: number;
  memberDay: number;
  memberDayUsd: bigint;
  limitDayUsd: bigint;
  destinationDayUsd: bigint;
};

export type PayoutPolicy = {
  /** Movements out of one member's wallets in an hour, and in a day, that need no second person. */
  memberHour: number;
  memberDay: number;
  /** What one destination may have from the wallets of all members in a day without a second person, in US cents. */
  destinationDayUsd: bigint;
};

export const defaultPayoutPolicy: PayoutPolicy = { memberHour: 10, memberDay: 30, destinationDayUsd: 20_000_00n };

/** Whether a movement needs a second person, and for what. */
export function secondPersonNeed(rule: PayoutRule, usage: PayoutUsage | null, policy: PayoutPolicy): SecondPersonNeed {
  const { secondPerson } = policyRow(rule);
  if (secondPerson !== "unusual") return secondPerson;
  return usage !== null && isUnusual(usage, policy) ? "by_amount" : "none";
}

/** The member's limit may have fallen since the member asked, with the authenticator removed. */
function isUnusual(usage: PayoutUsage, policy: PayoutPolicy): boolean {
  return (
    usage.memberHour > policy.memberHour ||
    usage.memberDay > policy.memberDay ||
    usage.memberDayUsd > usage.limitDayUsd ||
    usage.destinationDayUsd > policy.destinationDayUsd
  );
}
