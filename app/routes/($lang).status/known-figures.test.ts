import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { knownFigures } from "./known-figures.server.ts";

const figures: ServiceStatus = {
  days: 90,
  generated_at: "2026-11-23T10:00:00.000Z",
  state: "works",
  first_measured_at: null,
  checked_at: null,
  parts: [],
  payouts: null,
  few_orders: null,
  holds: null,
  refunds: null,
  reserves: [],
  incidents: [],
};
const later = { ...figures, generated_at: "2026-11-23T10:04:00.000Z" };
const minuteMs = 60_000;

let folder = "";
const at = (nowMs: number) => ({ requestId: "req_1", nowMs });
let warnings: object[] = [];
const log = { warn: (facts: object, text: string) => void warnings.push({ ...facts, text }) };
/** As after a start of the site. */
const started = (where = folder) => knownFigures(where, log);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kursa-figures-"));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the last figures of a period are still known after a start", async () => {
  await started().keep(90, figures, at(0));
  expect(await started().last(90)).toEqual(figures);
  expect(await started().last(7)).toBeNull();
});

test("the file is written every five minutes, the figures in memory are always the last", async () => {
  const site = started();
  await site.keep(90, figures, at(0));
  await site.keep(90, later, at(4 * minuteMs));
  expect(await site.last(90)).toEqual(later);
  expect(await started().last(90)).toEqual(figures);
  await site.keep(90, later, at(5 * minuteMs));
  expect(await started().last(90)).toEqual(later);
});

test.each(["", "{", '{"data":{"days":90}}'])("a file with %j counts as none", async (text) => {
  writeFileSync(join(folder, "status-90-days.json"), text);
  expect(await started().last(90)).toBeNull();
});

test("without a folder to write to the figures are known until the end of the process", async () => {
  const nowhere = join(folder, "file");
  writeFileSync(nowhere, "");
  const site = started(nowhere);
  await site.keep(90, figures, at(0));
  expect(await site.last(90)).toEqual(figures);
  expect(warnings).toEqual([{ request_id: "req_1", err: expect.any(Error), text: "figures not kept" }]);
});
