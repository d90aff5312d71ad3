import { afterEach, expect, test, vi } from "vitest";
import { networksOf } from "../../contract/networks/networks.ts";
import { callPlaces } from "./call-places.ts";

afterEach(() => void vi.useRealTimers());

const networks = networksOf("192.0.2.1");
const order = { networks, isUrgent: true, patienceMs: 1000 };
const price = { networks, isUrgent: false, patienceMs: 1000 };

test("works on so many at once; the others wait, and too many are refused at once", async () => {
  const places = callPlaces({ elapsedMs: () => 0, mostRunning: 2, mostWaiting: 1 });
  const [first, second] = [await places.take(price), await places.take(price)];
  const third = places.take(price);
  expect(await places.take(price)).toBeNull();
  // Orders have a queue of their own.
  const fourth = places.take(order);
  expect(await places.take(order)).toBeNull();
  first?.();
  first?.();
  expect(await fourth).toBeTypeOf("function");
  second?.();
  expect(await third).toBeTypeOf("function");
});

test("orders start first, and every fourth start is another's", async () => {
  const places = callPlaces({ elapsedMs: () => 0, mostRunning: 1 });
  const started: string[] = [];
  const ask = async (name: string, call: typeof order) => {
    const done = await places.take(call);
    started.push(name);
    done?.();
  };
  const running = await places.take(price);
  const asked = ["price", "price", ..."orders"].map((name) => ask(name, name === "price" ? price : order));
  running?.();
  await Promise.all(asked);
  expect(started.map((name) => (name === "price" ? "price" : "order")).join(" ")).toBe(
    "order order price order order order price order",
  );
});

test("a call whose caller has given up is not begun: neither when its turn comes, nor when none comes", async () => {
  vi.useFakeTimers();
  let nowMs = 0;
  const places = callPlaces({ elapsedMs: () => nowMs, mostRunning: 1 });
  expect(await places.take({ ...order, patienceMs: 0 })).toBeNull();
  const running = await places.take(order);
  const [late, next] = [places.take({ ...order, patienceMs: 50 }), places.take(order)];
  nowMs = 60;
  running?.();
  expect([await late, await next]).toEqual([null, expect.any(Function)]);
  const stuck = places.take(order);
  vi.advanceTimersByTime(1000);
  expect(await stuck).toBeNull();
});

test("a network with most of a full queue makes room for others, whose turns come first", async () => {
  const places = callPlaces({ elapsedMs: () => 0, mostRunning: 1, mostWaiting: 5 });
  const greedy = { ...price, networks: networksOf("203.0.113.7") };
  const running = await places.take(greedy);
  const waiting = Array.from({ length: 5 }, () => places.take(greedy));
  expect(await places.take(greedy)).toBeNull();
  const other = places.take(price);
  expect(await waiting[4]).toBeNull();
  running?.();
  (await other)?.();
  expect(await waiting[0]).toBeTypeOf("function");
});
