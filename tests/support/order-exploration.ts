import { accounts } from "../../upstream/domain/booking.ts";
import { isDecision } from "../../upstream/domain/decide.ts";
import { targetsOf } from "../../upstream/domain/machine.ts";
import { type OrderEventName, orderEvents } from "../../upstream/domain/order-event.ts";
import { leftOf } from "./ledger-truths.ts";
import { finalStatuses } from "./order-histories.ts";
import { particulars } from "./order-particulars.ts";
import {
  drain,
  execute,
  executeInvoice,
  executeTransfer,
  fund,
  happen,
  lockAway,
  type OrderWorld,
  paypalToUsdt,
  usdtToPaypal,
  wait,
  worldOf,
} from "./order-world.ts";
import { posted } from "./reference-ledger.ts";

export type Exploration = {
  /** `status event target`, each step that was ever taken. */
  steps: Set<string>;
  /** `status event` pairs that were refused, or changed nothing, at least once. */
  refusals: Set<string>;
  faults: string[];
  states: number;
};

/**
 * Walks the order machine by the kinds of situation an order can be in: from each new kind, every event under the
 * surroundings that matter to it. The statuses take turns, so that none crowds out the others. No chance in it, so
 * what it reaches it reaches every time.
 */
export function explore(maxStates: number): Exploration {
  const found: Exploration = { steps: new Set(), refusals: new Set(), faults: [], states: 0 };
  const known = new Set<string>();
  const queues = new Map<string, OrderWorld[]>();
  const meet = (world: OrderWorld) => {
    const kind = kindOf(world);
    if (known.has(kind)) return;
    known.add(kind);
    const { status, holdReason, restingStatus, disputeFlag } = world.order;
    const group = [status, holdReason, restingStatus, disputeFlag].join();
    queues.set(group, [...(queues.get(group) ?? []), world]);
  };
  for (const [direction, payin] of beginnings) {
    const world = worldOf(direction);
    meet({ ...world });
    happen(world, payin);
    meet(world);
  }
  while (found.states < maxStates) {
    const waiting = [...queues.values()].flatMap((queue) => queue.splice(0, 1));
    if (waiting.length === 0) break;
    for (const world of waiting) visit(world, found, meet);
    found.states += waiting.length;
  }
  return found;
}

const beginnings = [
  [usdtToPaypal, execute],
  [paypalToUsdt, executeInvoice],
  [paypalToUsdt, executeTransfer],
] as const;

function visit(from: OrderWorld, found: Exploration, meet: (world: OrderWorld) => void): void {
  for (const name of orderEvents) {
    const isAllowed = targetsOf(from.order.status, name).length > 0;
    for (const surround of isAllowed ? surroundingsOf(name) : [asItIs]) {
      const around = { ...from, tasks: [] };
      surround(around);
      for (const [one, two] of isAllowed ? choices(from, name) : pairs) {
        take({ ...around }, name, [one, two], found, meet);
      }
    }
  }
}

function take(
  world: OrderWorld,
  name: OrderEventName,
  [one, two]: readonly [number, number],
  found: Exploration,
  meet: (world: OrderWorld) => void,
): void {
  const before = world.order;
  const answer = happen(world, particulars(world, name, one, two));
  if (!isDecision(answer)) {
    if (world.order !== before) found.faults.push(`${before.status} ${name} was refused and wrote`);
    found.refusals.add(`${before.status} ${name}`);
    return;
  }
  if (answer.isQuiet) return;
  const { status, ref } = world.order;
  found.steps.add(`${before.status} ${name} ${status}`);
  const left = finalStatuses.includes(status) ? leftOf(world.ledger, ref) : [];
  found.faults.push(...left.map((fault) => `${before.status} ${name}: ${fault}`));
  meet(world);
}

const hours = 3600;
type Surrounding = (world: OrderWorld) => void;
/** Each works on a shallow copy: the ledger is replaced, never changed in place. */
const asItIs: Surrounding = () => {};
const after =
  (seconds: number): Surrounding =>
  (world) =>
    wait(world, seconds);
const rateMoved: Surrounding = (world) => {
  world.rate = "0.5000";
  wait(world, hours);
};
const drained: Surrounding = (world) => {
  world.ledger = structuredClone(world.ledger);
  for (const { id, payoutRail } of Object.values(world.assets)) {
    drain(world, id);
    lockAway(world, id, payoutRail);
  }
};
const funded: Surrounding = (world) => {
  world.ledger = structuredClone(world.ledger);
  for (const { id, payoutRail } of Object.values(world.assets)) fund(world, id, payoutRail, 10_000_000000n);
};

function surroundingsOf(name: OrderEventName): readonly Surrounding[] {
  if (name === "hold_ended") return [after(25 * hours), after(10 * 24 * hours)];
  if (name.endsWith("_ended")) return [after(30 * hours)];
  if (name === "payment_seen" || name === "payment_final") return [asItIs, after(3 * hours), rateMoved, drained];
  if (name === "payout_started" || name === "refund_started") return [asItIs, drained];
  if (name === "reserve_back") return [asItIs, funded];
  if (name === "payment_vanished") return [asItIs, after(30 * hours)];
  return name.startsWith("operator") || name === "request_refund" ? [asItIs, drained] : [asItIs];
}

/** Enough of the two numbers to meet each particular of an event at least once. */
function choices({ payments }: OrderWorld, name: OrderEventName): readonly (readonly [number, number])[] {
  if (name === "payment_seen" || name === "payment_final") {
    return payments.length < 3 ? [...knownOnes, ...newOnes] : knownOnes;
  }
  if (name.startsWith("payment_")) return [...knownOnes, [2, 1]];
  if (name === "refunded_at_rail") return [...pairs, [2, 1], [3, 1]];
  return pairs;
}

const pairs = [
  [0, 0],
  [1, 1],
] as const;
/** By share of the quote: exact, 60, 40, 110 and 1 percent; then a wrong asset, much of it and dust. */
const newOnes = [1, 4, 5, 6, 8, 12, 24].map((two) => [4, two] as const);
const knownOnes = [
  [0, 1],
  [1, 1],
] as const;

/** Two situations of one kind allow the same; amounts beyond zero or not do not matter for that. */
function kindOf({ order, payments: known, outgoing, ledger }: OrderWorld): string {
  const { status, holdReason, restingStatus, disputeFlag, payinMethod, surplusBack } = order;
  const isThere = (id: string) => posted(ledger, id) > 0n;
  const wrong = order.fromAsset === "usdt-trc20" ? "usdt-erc20" : "paypal-eur";
  const money = [
    isThere(accounts.order(order.ref, order.fromAsset)),
    isThere(accounts.order(order.ref, order.toAsset)),
    isThere(accounts.orderWrong(order.ref, wrong)),
  ];
  const paid = known.map(({ status, onTime }) => `${status}${onTime === "late"}`).sort();
  const ways = outgoing.map(({ kind, status }) => `${kind}${status === "sent"}`);
  const moved = [...new Set(ways)].sort();
  const flags = [
    holdReason,
    restingStatus,
    disputeFlag !== null,
    payinMethod,
    surplusBack,
    order.reserveHoldId !== null,
  ];
  return [status, ...flags, ...money, paid.join("+"), moved.join("+")].join("|");
}
