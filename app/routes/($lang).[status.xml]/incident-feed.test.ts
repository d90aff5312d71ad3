import { expect, test } from "vitest";
import type { Incident } from "../../../contract/market/service-status.ts";
import { incidentFeed } from "./incident-feed.ts";

const page = "https://kursa.example/En/status";
const frame = { lang: "en", title: "Incidents", author: "Kursa", self: `${page}.xml`, page, since: "" } as const;
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
const feedOf = (change: Partial<Incident>) => incidentFeed(frame, [{ ...incident, ...change }], () => "");

test("an entry is published when it was told, or at its start where that was earlier", () => {
  expect(feedOf({})).toContain("<published>2026-11-27T20:00:00.000Z</published>");
  expect(feedOf({ started_at: "2026-11-27T19:00:00.000Z" })).toContain(
    "<published>2026-11-27T19:00:00.000Z</published>",
  );
});

test("an entry leads to its place on the page", () => {
  expect(feedOf({})).toContain(`<link rel="alternate" href="${page}#inc_1"/>`);
});
