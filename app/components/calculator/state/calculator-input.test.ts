import { describe, expect, test } from "vitest";
import { examplePair } from "../../../../tests/support/orders/example-pair.ts";
import type { Market } from "../calculation.ts";
import { changedSide, givenIn } from "./calculator-input.ts";

const pairs = [
  examplePair({ id: "a", status: "paused" }),
  examplePair({ id: "b", from: "usdt-erc20" }),
  examplePair({ id: "c", from: "usdt-erc20", to: "paypal-eur" }),
];
const market: Market = { assets: {}, pairs, reversePages: {} };
const asked = (query: string) => new URLSearchParams(query);

describe("what an address asks for", () => {
  test("is the first pair that can be exchanged, with a round amount, when it says nothing", () => {
    expect(givenIn(asked(""), market, "en")).toEqual({
      from: "usdt-erc20",
      to: "paypal-usd",
      side: "from",
      typed: "500",
      promo: "",
    });
  });

  test("is what it says, its amount written in the language of the page", () => {
    const address = asked("from=usdt-erc20&to=paypal-eur&amount=1234.5&side=to&promo=%20WELCOME5");
    expect(givenIn(address, market, "ru")).toEqual({
      from: "usdt-erc20",
      to: "paypal-eur",
      side: "to",
      typed: "1\u00a0234,5",
      promo: "WELCOME5",
    });
  });

  test("keeps an amount that nobody can read, to say so beside it", () => {
    expect(givenIn(asked("amount=1e9"), market, "en")?.typed).toBe("1e9");
  });

  test("finds the other currency for one that is named", () => {
    expect(givenIn(asked("to=paypal-eur"), market, "en")).toMatchObject({ from: "usdt-erc20", to: "paypal-eur" });
  });

  test("is nothing where nothing is sold", () => {
    expect(givenIn(asked(""), { ...market, pairs: [] }, "en")).toBeNull();
  });

  test("lets the button that removes a code have the last word", () => {
    expect(givenIn(asked("promo=WELCOME5&promo="), market, "en")?.promo).toBe("");
  });
});

describe("the amount that counts in a form without scripts", () => {
  const form = (from: string, to: string, side = "from") =>
    asked(`side=${side}&from_amount=${from}&shown_from=500&to_amount=${to}&shown_to=480.08`);

  test("is the one that was changed", () => {
    expect(changedSide(form("700", "480.08"))).toBe("from");
    expect(changedSide(form("500", "100"))).toBe("to");
  });

  test("is the one that counted before when nothing was changed", () => {
    expect(changedSide(form("500", "480.08", "to"))).toBe("to");
  });

  test("cannot be told when both were changed", () => {
    expect(changedSide(form("700", "100"))).toBe("both");
  });
});
