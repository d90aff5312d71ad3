import { describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { sealedCookie } from "../../cookies/sealed-cookie.server.ts";
import { type KnownOrder, knownOrder, withOrder } from "./kept-orders.server.ts";

const order = (number: number): KnownOrder => ({ ref: `REF${String(number).padStart(7, "0")}`, token: "t".repeat(26) });
const opened = (count: number) =>
  Array.from({ length: count }, (_, number) => order(number)).reduce<KnownOrder[]>(withOrder, []);

describe("the order tokens in a browser", () => {
  test("keeps the twenty newest orders, newest first", () => {
    const refs = opened(25).map(({ ref }) => ref);
    expect(refs).toHaveLength(20);
    expect(refs[0]).toBe("REF0000024");
    expect(refs).not.toContain("REF0000004");
  });

  test("keeps an order that was confirmed while drafts go, however many there are, and if it is opened again", () => {
    const placed: KnownOrder = { ...order(0), placed: 1 };
    const after = Array.from({ length: 50 }, (_, at) => order(at + 1)).reduce(withOrder, [placed]);
    expect([after.length, after.at(-1)]).toEqual([20, placed]);
    expect(withOrder(after, order(0))[0]).toEqual(placed);
  });

  test("of twenty confirmed orders the oldest goes", () => {
    const placed = Array.from({ length: 21 }, (_, at): KnownOrder => ({ ...order(at), placed: 1 }));
    const storedOrders = placed.reduce<KnownOrder[]>(withOrder, []);
    expect(storedOrders.map(({ ref }) => ref)).toEqual(
      placed
        .slice(1)
        .reverse()
        .map(({ ref }) => ref),
    );
  });

  test("keeps each order once, with its newest token", () => {
    const again = { ...order(1), token: "n".repeat(26) };
    expect(withOrder(opened(3), again)).toEqual([again, order(2), order(0)]);
  });

  test("twenty orders fit into a cookie", async () => {
    const cookie = sealedCookie({
      name: "orders",
      schema: z.array(knownOrder),
      maxAgeSeconds: 60,
      secrets: ["s".repeat(32)],
      secure: true,
    });
    const placed = opened(20).map((openedOrder) => ({ ...openedOrder, placed: 1 as const }));
    expect((await cookie.write(placed, new Date(0))).length).toBeLessThan(4096);
  });
});
