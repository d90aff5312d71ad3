import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Incident } from "../../../contract/market/service-status.ts";
import { textsFor } from "../../i18n/texts/texts.server.ts";
import { TextsProvider } from "../../i18n/translation.ts";
import { IncidentText } from "./incidents.tsx";

const incident: Incident = {
  id: "inc_1",
  kind: "planned",
  title: { en: "Work", ru: "Работы" },
  text: { en: "An hour.", ru: "Час." },
  started_at: "2026-11-30T08:00:00.000Z",
  ended_at: null,
  next_word_at: null,
  updated_at: "2026-11-27T20:00:00.000Z",
};
const rendered = (change: Partial<Incident>) =>
  renderToStaticMarkup(
    <TextsProvider value={textsFor("en")}>
      <IncidentText incident={{ ...incident, ...change }} />
    </TextsProvider>,
  );

test("an incident has its own place on the page, which the feed links", () => {
  expect(rendered({})).toContain('id="inc_1"');
});

test("planned work begins from a time that may be to come, a fault lasts since one", () => {
  expect(rendered({})).toMatch(/>from /);
  expect(rendered({ kind: "stopped" })).toMatch(/>since /);
});
