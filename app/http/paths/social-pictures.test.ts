import { expect, test } from "vitest";
import { demoPairs } from "../../../upstream/market/demo/demo-market.ts";
import { picturedPairs, pictureFor } from "./social-pictures.ts";

test("each pair of a new exchange has a picture, and another page the home page's", () => {
  expect([...picturedPairs].sort()).toEqual(demoPairs.map(({ slug }) => slug).sort());
  expect(pictureFor("ru", "/pairs/btc-to-paypal-eur")).toBe("/pictures/ru/pairs-btc-to-paypal-eur.png");
  expect(pictureFor("ru", "/pairs/xmr-to-paypal-eur")).toBe("/pictures/ru/home.png");
});
