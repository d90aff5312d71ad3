import type { Chance } from "./chance.ts";

/** A customer's plan: which shares of the amount due they pay, when and in which asset. */
export type Payment = { afterSeconds: number; thousandths: bigint; isWrongAsset: boolean };
export type Plan = { payments: Payment[]; cancels: boolean };

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** All payment patterns in the rules, the common ones most often. */
export function planOf(luck: Chance): Plan {
  const plan = luck.weighed<() => Plan>([
    [55, () => pays([soon(luck), 1000n])],
    [10, () => pays([soon(luck), 600n], [soon(luck) + 5 * minutes, 400n])],
    [6, () => pays([soon(luck), 350n], [soon(luck) + 5 * minutes, 350n], [soon(luck) + 9 * minutes, 300n])],
    [7, () => pays([soon(luck), 600n])],
    [6, () => pays([soon(luck), 1100n])],
    [4, () => pays([soon(luck), 1000n], [soon(luck) + 10 * minutes, 1000n])],
    [4, () => pays([soon(luck), 1000n], [luck.between(1, 12) * hours, luck.pick([1000n, 300n, 5n])])],
    [6, () => wrongly(pays([soon(luck), 700n]))],
    [3, () => mixed(luck)],
    [5, () => pays([luck.between(35, 110) * minutes, 1000n])],
    [4, () => pays([luck.between(3, 40) * hours, 1000n])],
    [2, () => pays([luck.between(1, 12) * days, 1000n])],
    [4, () => ({ payments: [], cancels: luck.percent(50) })],
    [5, () => ({ ...pays([luck.between(5, 200) * minutes, 1000n]), cancels: true })],
    [3, () => pays([soon(luck), luck.pick([1n, 2n, 30n])])],
  ])();
  return plan;
}

function pays(...payments: [afterSeconds: number, thousandths: bigint][]): Plan {
  return {
    payments: payments.map(([afterSeconds, thousandths]) => ({ afterSeconds, thousandths, isWrongAsset: false })),
    cancels: false,
  };
}

function wrongly(plan: Plan): Plan {
  return { ...plan, payments: plan.payments.map((payment) => ({ ...payment, isWrongAsset: true })) };
}

function mixed(luck: Chance): Plan {
  const [right, wrong] = [pays([soon(luck), 1000n]), wrongly(pays([soon(luck), 500n]))];
  return { payments: [...right.payments, ...wrong.payments], cancels: false };
}

const soon = (luck: Chance) => luck.between(20, 20 * minutes);
