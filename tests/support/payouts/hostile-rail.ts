import { setTimeout as wait } from "node:timers/promises";
import type { PayoutRail } from "../../../upstream/ports/payout-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import type { TestContext } from "../service/context.ts";
import type { Chance } from "../simulation/chance.ts";
import type { HostileBook } from "./hostile-book.ts";

/** A line to a rail that loses calls and answers, delays and repeats them, until it is mended. */
export type BadLine = { call<Result>(work: () => Result): Promise<Result>; mend(): void };

export function badLine(luck: Chance): BadLine {
  let isBad = true;
  return {
    async call(work) {
      if (!isBad) return work();
      if (luck.percent(10)) await wait(luck.between(0, 3));
      if (luck.percent(6)) throw new RailUnavailable("the call was lost");
      if (luck.percent(6)) work();
      const answer = work();
      if (luck.percent(6)) throw new RailUnavailable("the answer was lost");
      return answer;
    },
    mend() {
      isBad = false;
    },
  };
}

/** Lets all payouts of the context go to a hostile book over this line. */
export function payOver(ctx: TestContext, book: HostileBook, { call }: Pick<BadLine, "call">): void {
  payThrough(ctx, {
    prepare: (movement) => call(() => book.prepare(movement)),
    broadcast: (movement, plan) => call(() => book.broadcast(movement, plan)),
    read: (movement) => call(() => book.read(movement.id)),
  });
}

/** Puts these calls in the place of every payout rail of the context. */
export function payThrough(ctx: TestContext, calls: Pick<PayoutRail, "prepare" | "broadcast" | "read">): void {
  const { rails } = ctx;
  ctx.rails = {
    ...rails,
    payoutFor(asset): PayoutRail {
      const { id, gas, sweepGas, gasNow, hotAddress, withinMinutes } = rails.payoutFor(asset);
      return { id, gas, sweepGas, gasNow, hotAddress, withinMinutes, ...calls };
    },
  };
}
