import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepNow } from "../../../upstream/payouts/sweeps/request-sweep.ts";
import type { Reading } from "../../../upstream/ports/payout-rail.ts";
import type { Chance } from "../simulation/chance.ts";
import { paidOrder } from "./movement-desk.ts";
import { type SweepDesk, sweepFee, tron, usdt } from "./sweep-desk.ts";
import { SweepModel } from "./sweep-model.ts";

/** A desk and the model of it: each step happens in both. */
export type SweepStory = {
  desk: SweepDesk;
  model: SweepModel;
  arrives(name: string, amount: bigint): Promise<void>;
  /** The same by an order of 500; returns the payment's name. */
  isPaid(): Promise<string>;
  vanishes(name: string): Promise<void>;
  /** Returns the sweep's id, or nothing where none can be asked for. */
  asks(): Promise<string | undefined>;
  settles(sweep: string): Promise<void>;
  fails(sweep: string): Promise<void>;
  comesBack(sweep: string): Promise<void>;
};

export function sweepStory(desk: SweepDesk): SweepStory {
  const { ctx } = desk.service;
  const model = new SweepModel();
  const amounts = new Map<string, bigint>();
  const orders = new Map<string, string>();
  const reads = async (sweep: string, reading: Reading) => {
    desk.rail.reading = reading;
    await advance(ctx, sweep);
  };
  return {
    desk,
    model,
    async arrives(name, amount) {
      const first = amounts.get(name) ?? amount;
      amounts.set(name, first);
      await desk.arrives(name, first);
      model.arrives(name, first);
    },
    async isPaid() {
      const ref = await paidOrder(ctx, { amount: "500" });
      const [{ railPaymentId: name } = { railPaymentId: "" }] = await desk.paymentsOf(ref);
      orders.set(name, ref);
      model.arrives(name, 500_000000n);
      return name;
    },
    async vanishes(name) {
      const ref = orders.get(name);
      if (ref === undefined) await desk.vanishes(name);
      else await applyEvent(ctx, ref, { name: "payment_reversed", rail: tron, railPaymentId: name }, "rail");
      model.vanishes(name);
    },
    async asks() {
      const to = ctx.rails.payoutFor(usdt).hotAddress ?? "";
      const outcome = await sweepNow(ctx, { rail: tron, asset: usdt, to });
      if (typeof outcome === "string") return undefined;
      model.asks(outcome.id);
      await reads(outcome.id, { state: "pending" });
      return outcome.id;
    },
    async settles(sweep) {
      await reads(sweep, { state: "settled", txId: `tx of ${sweep}`, networkFee: sweepFee });
      model.settles(sweep);
    },
    async fails(sweep) {
      await reads(sweep, { state: "reverted", reason: "out of energy", networkFee: sweepFee });
      model.fails(sweep);
    },
    async comesBack(sweep) {
      await reads(sweep, { state: "returned", txId: `tx of ${sweep}`, networkFee: sweepFee, amount: null });
      model.comesBack(sweep);
    },
  };
}

/**
 * Plays a story in words: `A` arrives, and again after `-A`, which takes it back; `order` is paid; `ask`, `settle`, `fail`
 * and `return` are said of the latest sweep, or of the nth with its number. Calls `check` after each of them.
 */
export async function play(story: SweepStory, words: string, check: (word: string) => Promise<void>): Promise<void> {
  const sweeps: string[] = [];
  const names = new Map<string, string>();
  const ends = { settle: story.settles, fail: story.fails, return: story.comesBack };
  for (const word of words.split(" ")) {
    const [, end = "", nth = ""] = /^(settle|fail|return)(\d?)$/.exec(word) ?? [];
    if (word === "ask") sweeps.push((await story.asks()) ?? "");
    else if (end in ends) await ends[end as keyof typeof ends](sweeps.at(nth === "" ? -1 : Number(nth) - 1) ?? "");
    else if (word === "order") names.set(word, await story.isPaid());
    else if (word.startsWith("-")) await story.vanishes(names.get(word.slice(1)) ?? word.slice(1));
    else await story.arrives(word, BigInt(word.charCodeAt(0)) * 1_000000n);
    await check(word);
  }
}

/** One thing that may happen now, by chance. Returns what it was. */
export async function happens(story: SweepStory, luck: Chance, turn: number): Promise<string> {
  const { model } = story;
  const one = (ids: readonly string[]) => (ids.length > 0 ? luck.pick(ids) : undefined);
  const [sending, sent, failed] = (["sending", "sent", "failed"] as const).map((state) => model.sweepsThatAre(state));
  const [here, gone] = [one(model.here()), one(model.gone())];
  const [open, standing, over] = [sending, sent, failed].map((ids) => one(ids?.slice(-3) ?? []));
  const steps: [weight: number, name: string, step: (() => Promise<unknown>) | undefined][] = [
    [25, "arrives", () => story.arrives(`deposit ${turn}`, BigInt(luck.between(1, 900)) * 100000n)],
    [3, "is paid", () => story.isPaid()],
    [25, `vanishes ${here}`, here === undefined ? undefined : () => story.vanishes(here)],
    // An order that lost its only payment takes it as another one.
    [5, `is back ${gone}`, gone?.startsWith("deposit ") ? () => story.arrives(gone, 0n) : undefined],
    [20, "asks", open || model.isTwiceMoved || model.deposits <= 0n ? undefined : () => story.asks()],
    [15, `settles ${open}`, open === undefined ? undefined : () => story.settles(open)],
    [10, `fails ${open}`, open === undefined ? undefined : () => story.fails(open)],
    [8, `settles late ${over}`, over === undefined ? undefined : () => story.settles(over)],
    [12, `comes back ${standing}`, standing === undefined ? undefined : () => story.comesBack(standing)],
  ];
  const possible = steps.flatMap(([weight, name, step]) => (step ? [[weight, { name, step }] as const] : []));
  const { name, step } = luck.weighed(possible);
  await step();
  return name;
}
