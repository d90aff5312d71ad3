import { describe, expect, test } from "vitest";
import { readTimes } from "./report-times.ts";

const written = (date: string, time: string, zone: string) => ({ date, time, zone });
const november = { from: new Date("2026-11-01T00:00Z"), until: new Date("2026-12-01T00:00Z") };
const texts = (times: Date[] | string) => (typeof times === "string" ? times : times.map((at) => at.toISOString()));

describe("the times of a report", () => {
  test.each([
    ["28/11/2026", "12:05:00", "GMT", "2026-11-28T12:05:00.000Z"],
    ["11/28/2026", "12:05:00", "PST", "2026-11-28T20:05:00.000Z"],
    ["28.11.2026", "12:05", "Europe/Berlin", "2026-11-28T11:05:00.000Z"],
    ["2026-11-28", "12:05:00", "America/Los_Angeles", "2026-11-28T20:05:00.000Z"],
    ["28/11/2026", "", "", "2026-11-28T00:00:00.000Z"],
  ])("%s %s %s", (date, time, zone, expected) => {
    expect(texts(readTimes([written(date, time, zone)], november))).toEqual([expected]);
  });

  test("are read in the one order of day and month that is within what the report covers", () => {
    const day = { from: new Date("2026-11-12T00:00Z"), until: new Date("2026-11-13T00:00Z") };
    expect(texts(readTimes([written("12/11/2026", "01:00", "UTC")], day))).toEqual(["2026-11-12T01:00:00.000Z"]);
    expect(texts(readTimes([written("11/12/2026", "01:00", "UTC")], day))).toEqual(["2026-11-12T01:00:00.000Z"]);
    const year = { from: new Date("2026-01-01T00:00Z"), until: new Date("2027-01-01T00:00Z") };
    expect(readTimes([written("11/12/2026", "01:00", "UTC")], year)).toContain("import a shorter time");
    expect(readTimes([written("11/13/2026", "01:00", "UTC")], day)).toContain("between --from and --until");
    const late = [written("12/11/2026", "01:00", "UTC"), written("13/11/2026", "00:00", "UTC")];
    expect(readTimes(late, day)).toContain("line 3 is of 13/11/2026 00:00 UTC");
  });

  test("are refused where date, time or zone cannot be read", () => {
    for (const [date, time, zone] of [
      ["31/02/2026", "01:00", "UTC"],
      ["28/11/26", "01:00", "UTC"],
      ["28/11/2026", "25:00", "UTC"],
      ["28/11/2026", "01:00:75", "UTC"],
      ["28/11/2026", "01:00", "Mars/Olympus"],
    ] as const)
      expect(readTimes([written(date, time, zone)], november)).toContain("line 2 has a date");
  });
});
