import type { Context } from "../../context.ts";
import { type OrderWithPayments, readWithPayments } from "./order-progress.ts";

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
 * processes are seen on any database. A failed poll is reported and repeated. See docs/decisions/061.
 */
export function orderWatch(
  ctx: Pick<Context, "db" | "rails">,
  onError: (error: unknown, where: string) => void,
): OrderWatch {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;

  async function poll(): Promise<void> {
    // A subscriber who joins meanwhile waits for the next poll, since these orders are not theirs.
    const present = [...watchers];
    const orders = await read(ctx, [...new Set(present.flatMap(({ refs }) => refs))]);
    for (const watcher of present) {
      if (watchers.has(watcher)) watcher.onChange(watcher.refs.flatMap((ref) => orders.get(ref) ?? []));
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

async function read(ctx: Pick<Context, "db" | "rails">, refs: string[]): Promise<Map<string, OrderWithPayments>> {
  const orders = new Map<string, OrderWithPayments>();
  for (let at = 0; at < refs.length; at += batchSize) {
    const part = await readWithPayments(ctx, refs.slice(at, at + batchSize));
    for (const order of part) orders.set(order.row.ref, order);
  }
  return orders;
}
