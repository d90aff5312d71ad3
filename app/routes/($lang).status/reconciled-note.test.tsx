import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { ReconciledNote } from "./reconciled-note.tsx";

type Reconciled = NonNullable<ServiceStatus["reconciled"]>[number];
const matched: Reconciled = {
  assets: ["eth", "usdt-erc20"],
  compared_at: "2026-11-28T08:00:00.000Z",
  agrees: true,
  matched_at: "2026-11-28T08:00:00.000Z",
  matched_block: 23_900_000,
};
const rendered = (reconciled: Reconciled[] | null) =>
  renderToStaticMarkup(
    <TextsProvider value={textsFor("en")}>
      <ReconciledNote status={{ reconciled } as ServiceStatus} assets={{}} />
    </TextsProvider>,
  );

test("nothing is said where the exchange does not publish it, or nothing was compared yet", () => {
  expect(rendered(null)).toBe("");
  expect(rendered([])).toBe("");
});

test("a match names its block, its time, what was compared, and that it is no audit", () => {
  const text = rendered([matched]);
  expect(text).toContain("Everything agreed up to block 23900000.");
  expect(text).toContain("eth and usdt-erc20");
  expect(text).toContain("not an independent audit");
  expect(text).not.toContain("found a difference");
});

test("a difference is said first, with the last match after it, or without one where there was none", () => {
  const later = { ...matched, agrees: false, compared_at: "2026-11-29T08:00:00.000Z" };
  expect(rendered([later])).toMatch(/found a difference.*Everything agreed up to block 23900000/);
  const never = rendered([{ ...later, matched_at: null, matched_block: null }]);
  expect(never).toContain("found a difference");
  expect(never).not.toContain("Everything agreed");
});
