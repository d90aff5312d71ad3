import type { PayoutRail } from "../../ports/payout-rail.ts";
import type { PayinRail, Rails } from "../../ports/rail.ts";
import { inSpan, type Span, type Tracing } from "./tracing.ts";

/** The same rails, whose calls are spans with the rail's id and the asset. */
export function tracedRails(rails: Rails, tracing: Tracing): Rails {
  const calling = (id: string, asset: string) =>
    function traced<Result>(call: string, work: (span: Span) => Promise<Result>): Promise<Result> {
      const attributes = { "kursa.rail": id, "kursa.asset": asset };
      return inSpan(tracing, { name: `rail ${call}`, kind: "client", attributes }, work);
    };
  return {
    ...rails,
    payinFor: (asset, method) => payin(rails.payinFor(asset, method), (id) => calling(id, asset)),
    payinOf: (instructions) => payin(rails.payinOf(instructions), (id) => calling(id, instructions.asset)),
    payoutFor: (asset) => payout(rails.payoutFor(asset), (id) => calling(id, asset)),
    payoutsOf: (asset) => rails.payoutsOf(asset).map((rail) => payout(rail, (id) => calling(id, asset))),
    payoutOf: (movement) => payout(rails.payoutOf(movement), (id) => calling(id, movement.asset)),
  };
}

type Traced = <Result>(call: string, work: (span: Span) => Promise<Result>) => Promise<Result>;

function payin(rail: PayinRail, of: (id: string) => Traced): PayinRail {
  const traced = of(rail.id);
  return {
    id: rail.id,
    issue: (input) => traced("issue", () => rail.issue(input)),
    withdraw: (input) => traced("withdraw", () => rail.withdraw(input)),
    reconcile: (input, report) => traced("reconcile", () => rail.reconcile(input, report)),
  };
}

function payout(rail: PayoutRail, of: (id: string) => Traced): PayoutRail {
  const traced = of(rail.id);
  const withState = async <Result extends { state: string }>(span: Span, asking: Promise<Result>): Promise<Result> => {
    const result = await asking;
    span.set({ "kursa.rail.state": result.state });
    return result;
  };
  return {
    id: rail.id,
    gas: rail.gas,
    sweepGas: rail.sweepGas,
    gasNow: rail.gasNow,
    hotAddress: rail.hotAddress,
    withinMinutes: rail.withinMinutes,
    ...(rail.usualMinutes && { usualMinutes: rail.usualMinutes }),
    read: (input) => traced("read", (span) => withState(span, rail.read(input))),
    prepare: (movement) => traced("prepare", (span) => withState(span, rail.prepare(movement))),
    broadcast: (movement, plan) => traced("broadcast", () => rail.broadcast(movement, plan)),
  };
}
