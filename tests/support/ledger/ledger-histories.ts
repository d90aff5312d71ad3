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
  | { wish: "move"; do: "post" | "hold" | "forced"; from: (asset: string) => string; to: (asset: string) => string }
  | { wish: "end"; which: number; part: number }
  | { wish: "again" };
export type Step = { asset: string; amount: bigint; wish: LedgerAct }[];

/** Deposits, holds, transfers, settlements and releases; often for more than is available. */
const wish: fc.Arbitrary<LedgerAct> = fc.oneof(
  { weight: 3, arbitrary: move("post", fc.constant(owners.rail), fc.constant(owners.reserve)) },
  { weight: 3, arbitrary: move("post", fc.constant(owners.rail), names) },
  { weight: 3, arbitrary: move("post", names, names) },
  { weight: 3, arbitrary: move("hold", names, names) },
  { weight: 1, arbitrary: move("forced", names, fc.constantFrom(owners.rail, owners.disputed)) },
  { weight: 4, arbitrary: fc.record({ wish: fc.constant("end" as const), which: fc.nat(), part: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant({ wish: "again" as const }) },
);

function move(how: "post" | "hold" | "forced", from: typeof names, to: typeof names): fc.Arbitrary<LedgerAct> {
  return fc
    .record({ wish: fc.constant("move" as const), do: fc.constant(how), from, to })
    .filter((drawn) => drawn.from !== drawn.to);
}

const step: fc.Arbitrary<Step> = fc.array(fc.record({ asset: fc.constantFrom(...assets), amount, wish }), {
  minLength: 1,
  maxLength: 3,
});

export const histories = (longest: number) =>
  fc.array(step, { minLength: longest / 2, maxLength: longest, size: "max" });

/** The operations of one step as bookings, by the model's state; meaningless ones are skipped. */
export function bookingsOf(step: Step, place: number, model: ModelLedger, past: readonly Booking[]): Booking[] {
  const open = model.openPromises();
  return step.flatMap(({ asset, amount, wish }, index): Booking[] => {
    const id = `t${place}.${index}`;
    if (wish.wish === "again") return past.slice(-1);
    if (wish.wish === "move") {
      return [{ do: wish.do, id, debit: wish.from(asset), credit: wish.to(asset), asset, amount, code: "adjustment" }];
    }
    const [promise] = open.length > 0 ? open.splice(wish.which % open.length, 1) : [];
    if (promise === undefined) return [];
    const [pendingId, promised] = promise;
    if (wish.part === 0) return [{ do: "void", id, pendingId }];
    return [{ do: "settle", id, pendingId, amount: (promised * BigInt(wish.part)) / 4n }];
  });
}
