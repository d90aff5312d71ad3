import { describe, expect, test } from "vitest";
import { afterOpenMinutes, openingAt, openMinutesBetween } from "./opening-hours.ts";

const place = { en: "Tallinn time", ru: "время Таллина" };
const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const hours = { days: [...everyDay], from: "08:00", to: "22:00", timeZone: "Europe/Tallinn", place, answerHours: 24 };
const weekdaysOnly = { ...hours, days: [...everyDay.slice(0, 5)], to: "17:00" };
const at = (text: string) => new Date(`${text}Z`);

describe("the opening hours of support", () => {
  test("are those of the company's time zone", () => {
    expect(openingAt(hours, at("2026-11-23T05:59"))).toMatchObject({ open: false, from: at("2026-11-23T06:00") });
    expect(openingAt(hours, at("2026-11-23T06:00"))).toMatchObject({ open: true, to: at("2026-11-23T20:00") });
    expect(openingAt(hours, at("2026-11-23T20:00"))).toMatchObject({ open: false, from: at("2026-11-24T06:00") });
  });

  test("skip the days on which it is closed", () => {
    // From Friday evening to Monday morning.
    expect(openingAt(weekdaysOnly, at("2026-11-20T16:00"))).toMatchObject({
      open: false,
      from: at("2026-11-23T06:00"),
    });
  });

  test("follow summer time", () => {
    expect(openingAt(hours, at("2026-03-28T21:00")).from).toEqual(at("2026-03-29T05:00"));
    expect(openingAt(hours, at("2026-10-24T20:00")).from).toEqual(at("2026-10-25T06:00"));
  });

  test("may end after midnight, or never", () => {
    const late = { ...hours, from: "20:00", to: "02:00" };
    expect(openingAt(late, at("2026-11-23T23:30"))).toMatchObject({ open: true, to: at("2026-11-24T00:00") });
    const always = { ...hours, from: "00:00", to: "00:00" };
    expect(openingAt(always, at("2026-11-23T23:30")).open).toBe(true);
  });
});

describe("the minutes of an answer", () => {
  test("count in opening hours only", () => {
    expect(afterOpenMinutes(hours, at("2026-11-23T08:00"), 40)).toEqual(at("2026-11-23T08:40"));
    expect(afterOpenMinutes(hours, at("2026-11-23T19:50"), 40)).toEqual(at("2026-11-24T06:30"));
    expect(afterOpenMinutes(hours, at("2026-11-23T02:00"), 40)).toEqual(at("2026-11-23T06:40"));
    expect(afterOpenMinutes(weekdaysOnly, at("2026-11-20T14:50"), 40)).toEqual(at("2026-11-23T06:30"));
  });

  test("are the same when measured", () => {
    for (const start of ["2026-11-23T08:00", "2026-11-23T19:50", "2026-11-23T02:00", "2026-11-20T14:50"]) {
      const end = afterOpenMinutes(weekdaysOnly, at(start), 700);
      expect(openMinutesBetween(weekdaysOnly, at(start), end)).toBe(700);
    }
    expect(openMinutesBetween(hours, at("2026-11-23T21:00"), at("2026-11-24T05:00"))).toBe(0);
  });
});
