import { expect, test } from "vitest";
import { processesOrders } from "./processing-hours.ts";
import { exampleCompany } from "./read-company.ts";

/** Tallinn is two hours ahead of UTC in November. The 20th is a Friday. */
const friday = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const saturday = (time: string) => new Date(`2026-11-21T${time}:00Z`);

function company(hours: { days?: ["fri"]; from: string; to: string }, ordersProcessed = "support_hours" as const) {
  return { support: { ...exampleCompany.support, ...hours }, ordersProcessed };
}

test("orders are processed at any time unless the company says otherwise", () => {
  const { support } = company({ days: ["fri"], from: "09:00", to: "18:00" });
  expect(exampleCompany.ordersProcessed).toBe("always");
  expect(processesOrders({ support, ordersProcessed: "always" }, saturday("03:00"))).toBe(true);
});

test("hours of support are those of the company's place and days", () => {
  const hours = company({ days: ["fri"], from: "09:00", to: "18:00" });
  const open = [friday("06:59"), friday("07:00"), friday("15:59"), friday("16:00"), saturday("10:00")];
  expect(open.map((now) => processesOrders(hours, now))).toEqual([false, true, true, false, false]);
});

test("hours that end after midnight belong to the day on which they begin", () => {
  const hours = company({ days: ["fri"], from: "20:00", to: "02:00" });
  const open = [friday("17:59"), friday("18:00"), friday("23:59"), saturday("00:01"), saturday("19:00")];
  expect(open.map((now) => processesOrders(hours, now))).toEqual([false, true, true, false, false]);
});
