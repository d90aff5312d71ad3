import fc from "fast-check";
import { accounts, type Booking } from "../../../upstream/ledger/rules/booking.ts";
import type { ModelLedger } from "./ledger-model.ts";

const assets = ["eur", "btc"] as const;
const owners = {
  rail: (asset: string) => accounts.rail("hot", asset),
  otherRail: (asset: string) => accounts.rail("cold", asset),
  disputed: (asset: string) => accounts.rail("hot_disputed", asset),
  reserve: accounts.reserve,
  order: (asset: string) => accounts.order("AAAA", asset),
  otherOrder: (asset: string) => accounts.order("BBBB", asset),
  wrong: (asset: string) => accounts.orderWrong("AAAA", asset),
  member: (asset: string) => accounts.member("anna", asset),
  affiliate: (asset: string) => accounts.affiliate("anna", asset),
};
const names = fc.constantFrom(...Object.values(owners));
const amount = fc.bigInt({ min: 1n, max: 60n });

/** The operations of a history; holds are named by their index in the list of open ones. */
type LedgerAct =
  | { act: "move"; do: "post" | "hold" | "forced"; from: (asset: string) => string; to: (asset: string) => string }
  | { act: "end"; which: number; part: number }
  | { act: "again" };
export type Step = { asset: string; amount: bigint; act: LedgerAct }[];

/** Deposits, holds, transfers, settlements and releases; often for more than is available. */
const act: fc.Arbitrary<LedgerAct> = fc.oneof(
  { weight: 3, arbitrary: move("post", fc.constant(owners.rail), fc.constant(owners.reserve)) },
  { weight: 3, arbitrary: move("post", fc.constant(owners.rail), names) },
  { weight: 3, arbitrary: move("post", names, names) },
  { weight: 3, arbitrary: move("hold", names, names) },
  { weight: 1, arbitrary: move("forced", names, fc.constantFrom(owners.rail, owners.disputed)) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("end" as const), which: fc.nat(), part: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant({ act: "again" as const }) },
);

function move(how: "post" | "hold" | "forced", from: typeof names, to: typeof names): fc.Arbitrary<LedgerAct> {
  return fc
    .record({ act: fc.constant("move" as const), do: fc.constant(how), from, to })
    .filter((drawn) => drawn.from !== drawn.to);
}

const step: fc.Arbitrary<Step> = fc.array(fc.record({ asset: fc.constantFrom(...assets), amount, act }), {
  minLength: 1,
  maxLength: 3,
});

export const histories = (longest: number) =>
  fc.array(step, { minLength: longest / 2, maxLength: longest, size: "max" });

/** The operations of one step as bookings, by the model's state; meaningless ones are skipped. */
export function bookingsOf(step: Step, place: number, model: ModelLedger, past: readonly Booking[]): Booking[] {
  const open = model.openPromises();
  return step.flatMap(({ asset, amount, act }, index): Booking[] => {
    const id = `t${place}.${index}`;
    if (act.act === "again") return past.slice(-1);
    if (act.act === "move") {
      return [{ do: act.do, id, debit: act.from(asset), credit: act.to(asset), asset, amount, code: "adjustment" }];
    }
    const [promise] = open.length > 0 ? open.splice(act.which % open.length, 1) : [];
    if (promise === undefined) return [];
    const [pendingId, promised] = promise;
    if (act.part === 0) return [{ do: "void", id, pendingId }];
    return [{ do: "settle", id, pendingId, amount: (promised * BigInt(act.part)) / 4n }];
  });
}
