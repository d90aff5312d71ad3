import { expect, test } from "vitest";
import { type HistoryMark, historyFault } from "./history-mark.ts";

const seen: HistoryMark = { id: "h1", number: 50, acceptedMs: 1000, server: "s1", timeline: 3 };

test.each<[string, Partial<HistoryMark>]>([
  ["as it was", {}],
  ["further on", { number: 51 }],
  ["on a promoted standby", { timeline: 4 }],
  ["moved to another server", { server: "s2", timeline: 1 }],
  ["restored and accepted", { number: 7, acceptedMs: 1001, timeline: 1 }],
  ["replaced by another one and accepted", { id: "h2", number: 1, acceptedMs: 1001 }],
])("a database %s is accepted", (_, now) => {
  expect(historyFault(seen, { ...seen, ...now })).toBeUndefined();
});

test.each<[string, Partial<HistoryMark>, string]>([
  ["at an earlier moment", { number: 49 }, "we have seen 50"],
  ["at an earlier moment on a later timeline", { number: 49, timeline: 4 }, "we have seen 50"],
  ["from before the last acceptance", { acceptedMs: 999, number: 60 }, "we have seen 50"],
  ["on the server that was replaced", { timeline: 2 }, "has replaced it"],
  ["that is another one", { id: "h2", number: 60 }, "another database"],
])("a database %s is refused", (_, now, fault) => {
  expect(historyFault(seen, { ...seen, ...now })).toContain(fault);
});

test("a database that was never seen is accepted", () => {
  expect(historyFault(undefined, seen)).toBeUndefined();
});
