import { accounts } from "../../../ledger/rules/booking.ts";
import { isDecision } from "../decide.ts";
import { targetsOf } from "../machine.ts";
import { type OrderEventName, orderEvents } from "../order-event.ts";
import { leftOf } from "./ledger-truths.ts";
import { finalStatuses } from "./order-histories.ts";
import { particulars } from "./order-particulars.ts";
import {
  type CircumstanceName,
  circumstances,
  circumstancesOf,
  rareBeginnings,
  startingPoints,
} from "./order-surroundings.ts";
import { apply, type OrderWorld } from "./order-world.ts";
import { posted } from "./reference-ledger.ts";

/** Number of order states the test suite visits; EXPLORE=4500 is the long run. */
export const exploredStates = Number(process.env.EXPLORE ?? 120);

/**
 * How a state was reached: the start, then `circumstances event one two` for each step; the usual circumstances are
 * left out.
 */
type Path = string;
type Explored = { world: OrderWorld; path: Path };

export type Exploration = {
  /** Every transition taken (`status event target`), with the first path to it. */
  steps: Map<string, Path>;
  /** `status event` pairs that were refused or changed nothing at least once. */
  refusals: Set<string>;
  faults: string[];
  states: number;
};

/**
 * Explores the order machine breadth first by kinds of state: from each new kind, every event under the circumstances
 * that matter to it. Statuses take turns, so that none crowds out the others. Deterministic.
 */
export function explore(maxStates: number): Exploration {
  const exploration: Exploration = { steps: new Map(), refusals: new Set(), faults: [], states: 0 };
  const reachedKinds = new Set<string>();
  const queues = new Map<string, Explored[]>();
  const meet = (explored: Explored) => {
    const kind = kindOf(explored.world);
    if (reachedKinds.has(kind)) return;
    reachedKinds.add(kind);
    const { status, holdReason, restingStatus, disputeFlag } = explored.world.order;
    const group = [status, holdReason, restingStatus, disputeFlag].join();
    queues.set(group, [...(queues.get(group) ?? []), explored]);
  };
  for (const [name, begin] of Object.entries(startingPoints)) meet({ world: begin(), path: name });
  while (exploration.states < maxStates) {
    const waiting = [...queues.values()].flatMap((queue) => queue.splice(0, 1));
    if (waiting.length === 0) break;
    for (const explored of waiting) visit(explored, exploration, meet);
    exploration.states += waiting.length;
  }
  return exploration;
}

/** Follows a path again; returns its last transition, or what went wrong. */
export function follow(path: Path): string {
  const [beginning = "", ...steps] = path.split(", ");
  const begin = Object.entries({ ...startingPoints, ...rareBeginnings }).find(([name]) => name === beginning)?.[1];
  if (!begin) return `no such beginning: ${beginning}`;
  const world = begin();
  let last = "";
  for (const step of steps) {
    const words = step.split(" ");
    const [surrounding, name, subject, variant] = words.length === 3 ? ["unchanged", ...words] : words;
    const event = orderEvents.find((candidate) => candidate === name);
    const change = Object.entries(circumstances).find(([circumstance]) => circumstance === surrounding)?.[1];
    if (!event || !change) return `no such step: ${step}`;
    change(world);
    const before = world.order.status;
    if (!isDecision(apply(world, particulars(world, event, Number(subject), Number(variant)))))
      return `${step} was refused`;
    last = `${before} ${event} ${world.order.status}`;
  }
  return last;
}

function visit({ world, path }: Explored, exploration: Exploration, meet: (explored: Explored) => void): void {
  for (const name of orderEvents) {
    const isAllowed = targetsOf(world.order.status, name).length > 0;
    const around: readonly CircumstanceName[] = isAllowed ? circumstancesOf(name) : ["unchanged"];
    for (const surrounding of around) {
      const changed = { ...world, tasks: [] };
      circumstances[surrounding](changed);
      for (const [subject, variant] of isAllowed ? choices(world, name) : pairs) {
        const changedWord = surrounding === "unchanged" ? "" : `${surrounding} `;
        const way = `${path}, ${changedWord}${name} ${subject} ${variant}`;
        take({ world: { ...changed }, path: way }, name, [subject, variant], exploration, meet);
      }
    }
  }
}

function take(
  { world, path }: Explored,
  name: OrderEventName,
  [subject, variant]: readonly [number, number],
  exploration: Exploration,
  meet: (explored: Explored) => void,
): void {
  const before = world.order;
  const result = outcomeOf(() => apply(world, particulars(world, name, subject, variant)));
  if (result instanceof Error) {
    exploration.faults.push(`${path}: ${result.message}`);
    return;
  }
  if (!isDecision(result)) {
    if (world.order !== before) exploration.faults.push(`${before.status} ${name} was refused and wrote`);
    exploration.refusals.add(`${before.status} ${name}`);
    return;
  }
  if (result.isQuiet) return;
  const { status, ref } = world.order;
  const step = `${before.status} ${name} ${status}`;
  if (!exploration.steps.has(step)) exploration.steps.set(step, path);
  const left = finalStatuses.includes(status) ? leftOf(world.ledger, ref) : [];
  exploration.faults.push(...left.map((fault) => `${path}: ${fault}`));
  meet({ world, path });
}

function outcomeOf<Outcome>(run: () => Outcome): Outcome | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Values of the two numbers that cover every variant of an event's payload. */
function choices({ payments }: OrderWorld, name: OrderEventName): readonly (readonly [number, number])[] {
  if (name === "payment_seen" || name === "payment_final") {
    return payments.length < 3 ? [...knownOnes, ...newOnes] : knownOnes;
  }
  if (name.startsWith("payment_")) return [...knownOnes, [2, 1]];
  // Three reasons with three endings: by an operator, by default, by the system.
  if (name === "operator_hold") return [0, 2, 3].map((subject) => [subject, 0] as const);
  if (name === "payout_returned") return [0, 2, 3].map((variant) => [1, variant] as const);
  if (name === "refunded_at_rail") return [...pairs, [2, 1], [3, 1]];
  return pairs;
}

const pairs = [
  [0, 0],
  [1, 1],
] as const;
/** Amounts as a share of the quote: exact, 60, 40, 110 percent and dust; then a wrong asset, a large one and dust. */
const newOnes = [1, 4, 5, 6, 8, 12, 24].map((two) => [4, two] as const);
const knownOnes = [
  [0, 1],
  [1, 1],
] as const;

/**
 * Two states of one kind allow the same events; of amounts only their presence and whether they exceed the fee counts.
 */
function kindOf({ order, payments, outgoing, ledger, assets }: OrderWorld): string {
  const { status, holdReason, restingStatus, disputeFlag, payinMethod, surplusBack } = order;
  const here = posted(ledger, accounts.order(order.ref, order.fromAsset));
  const isThere = (id: string) => posted(ledger, id) > 0n;
  const wrong = order.fromAsset === "usdt-trc20" ? "usdt-erc20" : "paypal-eur";
  const isDust = here > 0n && here <= (assets[order.fromAsset]?.refundFee ?? 0n);
  const money = [
    here > 0n,
    isDust,
    isThere(accounts.order(order.ref, order.toAsset)),
    isThere(accounts.orderWrong(order.ref, wrong)),
  ];
  const paid = payments.map(({ status, onTime }) => `${status}${onTime === "late"}`).sort();
  const paths = outgoing.map(({ kind, status, alarm }) => `${kind}${status}${alarm !== null}`);
  const transfers = [...new Set(paths)].sort();
  const isHeld = order.reserveHoldId !== null;
  const disputes = [...new Set(order.disputes.map(({ state }) => state))].sort().join("+");
  const flags = [holdReason, restingStatus, disputeFlag !== null, disputes, payinMethod, surplusBack, isHeld];
  return [status, ...flags, ...money, paid.join("+"), transfers.join("+")].join("|");
}
