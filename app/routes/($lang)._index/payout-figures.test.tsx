import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { PayoutFigures } from "./payout-figures.tsx";

const shown = (lang: "en" | "ru", times: PayoutTimes | null) =>
  renderToStaticMarkup(
    <TextsProvider value={textsFor(lang)}>
      <PayoutFigures times={times} />
    </TextsProvider>,
  ).replaceAll("\u00a0", " ");

test("the home page tells the median in whole minutes, leads to the status page, and tells nothing without enough orders", () => {
  const times = { days: 90, orders: 4218, median_seconds: 652 };
  expect(shown("en", times)).toMatch(/11 min.*4,218/);
  expect(shown("ru", times)).toMatch(/11 мин.*4 218/);
  expect(shown("en", times)).toContain('href="/En/status"');
  expect(shown("en", null)).toBe("");
});
