import { type GatewayEvent, paymentEvent } from "./gateway.ts";

export type Storm = {
  /** Events with an effect: a payment to book. */
  payments: number;
  /** Pairs of events of payments seen and then vanished: no effect may remain in any order. */
  vanished: number;
  /** Number of different events. */
  events: number;
  /** Every event several times, in random order. */
  deliveries: GatewayEvent[];
};

/** `paymentsEach` payments of `amount` per session, and some that vanish; each event one to `mostTimes` times. */
export function storm(
  sessions: string[],
  { paymentsEach, amount, mostTimes }: { paymentsEach: number; amount: string; mostTimes: number },
  seed: number,
): Storm {
  const random = randomFrom(seed);
  const paid = sessions.flatMap((session, order) =>
    Array.from({ length: paymentsEach }, (_, at) => {
      const name = `${order}-${at}`;
      return paymentEvent(`paid-${name}`, session, 1, { id: name, amount });
    }),
  );
  const vanishing = sessions.flatMap((session, order) => {
    const payment = { id: `gone-${order}`, amount };
    return [
      paymentEvent(`seen-${order}`, session, 1, { ...payment, status: "seen", confirmations: 0 }),
      paymentEvent(`gone-${order}`, session, 2, { ...payment, status: "vanished" }),
    ];
  });
  const events = [...paid, ...vanishing];
  const deliveries = events
    .flatMap((event) =>
      Array.from({ length: 1 + Math.floor(random() * mostTimes) }, () => ({ event, place: random() })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
  return { payments: paid.length, vanished: vanishing.length / 2, events: events.length, deliveries };
}

/** Delivers all, eight at once; returns how many were refused, by status. */
export async function deliverAll(
  deliveries: readonly GatewayEvent[],
  send: (event: GatewayEvent, at: number) => Promise<number>,
): Promise<Record<number, number>> {
  const refused: Record<number, number> = {};
  let next = 0;
  const deliverNext = async () => {
    for (let at = next++; at < deliveries.length; at = next++) {
      const event = deliveries[at];
      const status = event ? await send(event, at) : 204;
      if (status !== 204) refused[status] = (refused[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, deliverNext));
  return refused;
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
