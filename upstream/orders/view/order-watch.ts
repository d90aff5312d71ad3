import type { Context } from "../../ports/context.ts";
import { type OrderWithPayments, readChanged } from "./order-progress.ts";

/** A subscriber to orders, called after each poll of the database; deleted orders are left out. */
type Watcher = { refs: readonly string[]; onChange(orders: OrderWithPayments[]): void };

export type OrderWatch = {
  /** Returns the function that unsubscribes. */
  add(watcher: Watcher): () => void;
};

const pollMs = 1000;
const batchSize = 500;

/**
 * Polls the database once a second for all subscribers of this process, and not at all without any; so changes by other
 * processes are seen on any database. Only the marks of orders are
 * read, and the whole of those that have changed. A failed poll is reported and repeated. See docs/decisions/061.
 */
export function orderWatch(
  ctx: Pick<Context, "db" | "rails">,
  onError: (error: unknown, where: string) => void,
): OrderWatch {
  const watchers = new Set<Watcher>();
  let orders: KnownOrders = new Map();
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    // A subscriber who joins meanwhile waits for the next poll, since these orders are not theirs.
    const present = [...watchers];
    orders = await read(ctx, [...new Set(present.flatMap(({ refs }) => refs))], orders);
    for (const watcher of present) {
      if (watchers.has(watcher)) watcher.onChange(watcher.refs.flatMap((ref) => orders.get(ref)?.order ?? []));
    }
  }

  function pollLater(): void {
    timer = setTimeout(async () => {
      await poll().catch((error: unknown) => onError(error, "order streams"));
      timer = undefined;
      if (watchers.size > 0) pollLater();
    }, pollMs);
    timer.unref();
  }

  return {
    add(watcher) {
      watchers.add(watcher);
      if (!timer) pollLater();
      return () => watchers.delete(watcher);
    },
  };
}

/** Orders as they were read last, each with its mark at that time or before. */
type KnownOrders = ReadonlyMap<string, { mark: string; order: OrderWithPayments }>;

async function read(
  ctx: Pick<Context, "db" | "rails">,
  refs: readonly string[],
  before: KnownOrders,
): Promise<KnownOrders> {
  const orders: [string, { mark: string; order: OrderWithPayments }][] = [];
  for (let at = 0; at < refs.length; at += batchSize) {
    const part = refs.slice(at, at + batchSize);
    const settled = part.flatMap((ref) => {
      const order = before.get(ref);
      return order && isSettled(order.order) ? [[ref, order] as const] : [];
    });
    const settledMarks = Object.fromEntries(settled.map(([ref, { mark }]) => [ref, mark]));
    const { marks, changed } = await readChanged(ctx, part, settledMarks);
    for (const [ref, order] of settled) if (marks.get(ref) === order.mark) orders.push([ref, order]);
    for (const order of changed) orders.push([order.row.ref, { mark: marks.get(order.row.ref) ?? "", order }]);
  }
  return new Map(orders);
}

/** Confirmations are counted by the rails, which do not change our rows. */
const isSettled = ({ payments }: OrderWithPayments) => payments.every(({ finalAt }) => finalAt !== null);
