import type { NetworkFee } from "../../../upstream/ledger/rules/network-fee.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import type { PayoutRail, Preparation, RailMovement, Reading, SweepPart } from "../../../upstream/ports/payout-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";

export const gas: NetworkFee = { asset: "eth", amount: 7n };

/** A rail whose answers a test sets. Its own book counts what it sent, by id. */
export type ScriptedRail = {
  /** How often each movement was sent; more than once is a second payment. */
  sent: Map<string, number>;
  /** The addresses that each sweep was sent with. */
  parts: Map<string, readonly SweepPart[]>;
  /** What `prepare` answers; prepared by default. */
  preparation: Preparation | undefined;
  /** What `read` answers for a sent movement; settled by default. */
  reading: Reading | undefined;
  /** The next calls, in this order, end like this: `before` does nothing, `after` loses the answer of what was done. */
  failures: Partial<Record<"prepare" | "broadcast" | "read", "before" | "after">>;
};

/** Puts the rail in the place of all payout rails of the context. */
export function scriptRails(ctx: Pick<Context, "rails">): ScriptedRail {
  const script: ScriptedRail = {
    sent: new Map(),
    parts: new Map(),
    preparation: undefined,
    reading: undefined,
    failures: {},
  };
  const { rails } = ctx;
  const failing = <Result>(call: keyof ScriptedRail["failures"], work: () => Result): Result => {
    const failure = script.failures[call];
    delete script.failures[call];
    if (failure === "before") throw new RailUnavailable(`${call} did not arrive`);
    const answer = work();
    if (failure === "after") throw new RailUnavailable(`the answer of ${call} was lost`);
    return answer;
  };
  const scripted = ({ id: rail, gas: fee, sweepGas, hotAddress, gasNow }: PayoutRail): PayoutRail => ({
    ...{ id: rail, gas: fee, sweepGas, hotAddress, gasNow, withinMinutes: null },
    prepare: async ({ id }) =>
      failing("prepare", () => script.preparation ?? { state: "prepared", plan: `plan ${id}` }),
    broadcast: async ({ id, parts }: RailMovement, plan) =>
      failing("broadcast", () => {
        if (plan !== `plan ${id}`) throw new Error(`${id} was sent with another plan: ${plan}`);
        if (parts) script.parts.set(id, parts);
        script.sent.set(id, (script.sent.get(id) ?? 0) + 1);
      }),
    read: async ({ id }) =>
      failing("read", (): Reading => {
        if (!script.sent.has(id)) return { state: "unknown" };
        return script.reading ?? { state: "settled", txId: `tx of ${id}`, networkFee: gas };
      }),
  });
  ctx.rails = {
    ...rails,
    payoutFor: (asset) => scripted(rails.payoutFor(asset)),
    payoutsOf: (asset) => rails.payoutsOf(asset).map(scripted),
    payoutOf: (movement) => scripted(rails.payoutOf(movement)),
  };
  return script;
}
