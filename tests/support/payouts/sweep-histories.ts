import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepNow } from "../../../upstream/payouts/sweeps/request-sweep.ts";
import type { PartEnd, Reading } from "../../../upstream/ports/payout-rail.ts";
import type { Chance } from "../simulation/chance.ts";
import { paidOrder } from "./movement-desk.ts";
import { type SweepDesk, sweepFee, tron, usdt } from "./sweep-desk.ts";
import { SweepModel } from "./sweep-model.ts";

/** A desk and the model of it: each step happens in both. */
export type SweepStory = {
  desk: SweepDesk;
  model: SweepModel;
  /** At the nth address of the desk. */
  arrives(name: string, amount: bigint, nth?: number): Promise<void>;
  /** The same by an order of 500, at its own address; returns the payment's name. */
  isPaid(): Promise<string>;
  vanishes(name: string): Promise<void>;
  /** Returns the sweep's id, or nothing where none can be asked for. */
  asks(): Promise<string | undefined>;
  /** `failed`: the addresses whose transfers did not arrive. */
  settles(sweep: string, failed?: readonly string[]): Promise<void>;
  fails(sweep: string): Promise<void>;
  /** `back`: the addresses where it is again; all where it is left out. */
  comesBack(sweep: string, back?: readonly string[]): Promise<void>;
};

export function sweepStory(desk: SweepDesk): SweepStory {
  const { ctx } = desk.service;
  const model = new SweepModel();
  const orders = new Map<string, string>();
  const reads = async (sweep: string, reading: Reading) => {
    desk.rail.reading = reading;
    await advance(ctx, sweep);
  };
  const partsOf = (sweep: string, failed: readonly string[]): PartEnd[] =>
    model.addressesOf(sweep).map((address) => ({
      ...{ address, hasArrived: !failed.includes(address), txId: `tx from ${address}`, fee: null },
    }));
  return {
    desk,
    model,
    async arrives(name, amount, nth = 0) {
      const earlierPayment = model.paymentOf(name);
      const payment = {
        address: earlierPayment?.address ?? desk.addresses[nth] ?? "",
        amount: earlierPayment?.amount ?? amount,
      };
      await desk.arrives(name, payment.amount, desk.addresses.indexOf(payment.address));
      model.arrives(name, payment);
    },
    async isPaid() {
      const ref = await paidOrder(ctx, { amount: "500" });
      const [{ railPaymentId: name } = { railPaymentId: "" }] = await desk.paymentsOf(ref);
      orders.set(name, ref);
      model.arrives(name, { address: await desk.addressOf(ref), amount: 500_000000n });
      return name;
    },
    async vanishes(name) {
      const ref = orders.get(name);
      const at = desk.addresses.indexOf(model.paymentOf(name)?.address ?? "");
      if (ref === undefined) await desk.vanishes(name, at);
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
    async settles(sweep, failed = []) {
      const parts = partsOf(sweep, failed);
      await reads(sweep, { state: "settled", txId: `tx of ${sweep}`, networkFee: sweepFee, parts });
      model.settles(sweep, failed);
    },
    async fails(sweep) {
      await reads(sweep, { state: "reverted", reason: "out of energy", networkFee: sweepFee });
      model.fails(sweep);
    },
    async comesBack(sweep, back) {
      const returned = { state: "returned", txId: `tx of ${sweep}`, networkFee: sweepFee, amount: null } as const;
      await reads(sweep, { ...returned, ...(back && { back }) });
      model.comesBack(sweep, back);
    },
  };
}

/**
 * Plays a story in words: `A` arrives at the first address, `A2` at the second, and again after `-A`, which takes it back;
 * `order` is paid; `ask`, `settle`, `fail` and `return` are said of the latest sweep, or of the nth with its number. After
 * `!`, which address alone fails to arrive, or comes back. Calls `check` after each of them.
 */
export async function play(story: SweepStory, words: string, check: (word: string) => Promise<void>): Promise<void> {
  const sweeps: string[] = [];
  const names = new Map<string, string>();
  for (const word of words.split(" ")) {
    const [, end = "", nth = "", only = ""] = /^(settle|fail|return)(\d?)(?:!(\d))?$/.exec(word) ?? [];
    const sweep = sweeps.at(nth === "" ? -1 : Number(nth) - 1) ?? "";
    const address = only === "" ? undefined : [story.desk.addresses[Number(only) - 1] ?? ""];
    if (word === "ask") sweeps.push((await story.asks()) ?? "");
    else if (end === "settle") await story.settles(sweep, address);
    else if (end === "fail") await story.fails(sweep);
    else if (end === "return") await story.comesBack(sweep, address);
    else if (word === "order") names.set(word, await story.isPaid());
    else if (word.startsWith("-")) await story.vanishes(names.get(word.slice(1)) ?? word.slice(1, 2));
    else
      await story.arrives(word.slice(0, 1), BigInt(word.charCodeAt(0)) * 1_000000n, Number(word.slice(1) || "1") - 1);
    await check(word);
  }
}

/** One thing that may happen now, by chance. Returns what it was. */
export async function happens(story: SweepStory, luck: Chance, turn: number): Promise<string> {
  const { model, desk } = story;
  const pickFrom = (ids: readonly string[]) => (ids.length > 0 ? luck.pick(ids) : undefined);
  const [sending, sent, failed] = (["sending", "sent", "failed"] as const).map((state) => model.sweepsThatAre(state));
  const [here, gone] = [pickFrom(model.here()), pickFrom(model.gone())];
  const [open, arrived, over] = [sending, sent, failed].map((ids) => pickFrom(ids?.slice(-3) ?? []));
  const some = (sweep: string) => model.addressesOf(sweep).filter(() => luck.percent(30));
  // A sweep of which nothing arrived has failed.
  const lost = (sweep: string) => (some(sweep).length < model.addressesOf(sweep).length ? some(sweep).slice(1) : []);
  const back = (sweep: string) =>
    [...model.partsOf(sweep)].flatMap(([address, { state }]) => (state === "arrived" ? [address] : [])).slice(0, 1);
  const steps: [weight: number, name: string, step: (() => Promise<unknown>) | undefined][] = [
    [
      25,
      "arrives",
      () =>
        story.arrives(
          `deposit ${turn}`,
          BigInt(luck.between(1, 900)) * 100000n,
          luck.between(0, desk.addresses.length - 1),
        ),
    ],
    [3, "is paid", () => story.isPaid()],
    [25, `vanishes ${here}`, here === undefined ? undefined : () => story.vanishes(here)],
    // An order that lost its only payment takes it as another one.
    [5, `is back ${gone}`, gone?.startsWith("deposit ") ? () => story.arrives(gone, 0n) : undefined],
    [20, "asks", open || model.deposits <= 0n ? undefined : () => story.asks()],
    [15, `settles ${open}`, open === undefined ? undefined : () => story.settles(open, lost(open))],
    [10, `fails ${open}`, open === undefined ? undefined : () => story.fails(open)],
    [8, `settles late ${over}`, over === undefined ? undefined : () => story.settles(over)],
    [8, `comes back ${arrived}`, arrived === undefined ? undefined : () => story.comesBack(arrived)],
    [
      4,
      `comes back in part ${arrived}`,
      arrived === undefined ? undefined : () => story.comesBack(arrived, back(arrived)),
    ],
  ];
  const possible = steps.flatMap(([weight, name, step]) => (step ? [[weight, { name, step }] as const] : []));
  const { name, step } = luck.weighed(possible);
  await step();
  return name;
}
