import { describe, expect, test } from "vitest";
import { examplePair } from "../../../../tests/support/orders/example-pair.ts";
import type { Market } from "../calculation.ts";
import { changedSide, readInput } from "./calculator-input.ts";

const pairs = [
  examplePair({ id: "a", status: "paused" }),
  examplePair({ id: "b", from: "usdt-erc20" }),
  examplePair({ id: "c", from: "usdt-erc20", to: "paypal-eur" }),
];
const market: Market = { assets: {}, pairs, reversePages: {} };
const queryOf = (query: string) => new URLSearchParams(query);

describe("the calculator input of an address", () => {
  test("defaults to the first pair on sale with a round amount", () => {
    expect(readInput(queryOf(""), market, "en")).toEqual({
      from: "usdt-erc20",
      to: "paypal-usd",
      side: "from",
      typed: "500",
      promo: "",
    });
  });

  test("has the address's pair, its amount in the page's format", () => {
    const address = queryOf("from=usdt-erc20&to=paypal-eur&amount=1234.5&side=to&promo=%20WELCOME5");
    expect(readInput(address, market, "ru")).toEqual({
      from: "usdt-erc20",
      to: "paypal-eur",
      side: "to",
      typed: "1\u00a0234,5",
      promo: "WELCOME5",
    });
  });

  test("keeps an unreadable amount, to report it at the field", () => {
    expect(readInput(queryOf("amount=1e9"), market, "en")?.typed).toBe("1e9");
  });

  test("adds the other currency when one is given", () => {
    expect(readInput(queryOf("to=paypal-eur"), market, "en")).toMatchObject({ from: "usdt-erc20", to: "paypal-eur" });
  });

  test("is null when nothing is on sale", () => {
    expect(readInput(queryOf(""), { ...market, pairs: [] }, "en")).toBeNull();
  });

  test("the button that removes the promo code overrides the field", () => {
    expect(readInput(queryOf("promo=WELCOME5&promo="), market, "en")?.promo).toBe("");
  });
});

describe("the amount that counts in a form without scripts", () => {
  const form = (from: string, to: string, side = "from") =>
    queryOf(`side=${side}&from_amount=${from}&shown_from=500&to_amount=${to}&shown_to=480.08`);

  test("is the changed one", () => {
    expect(changedSide(form("700", "480.08"))).toBe("from");
    expect(changedSide(form("500", "100"))).toBe("to");
  });

  test("is the previous one when none was changed", () => {
    expect(changedSide(form("500", "480.08", "to"))).toBe("to");
  });

  test("is ambiguous when both were changed", () => {
    expect(changedSide(form("700", "100"))).toBe("both");
  });
});
