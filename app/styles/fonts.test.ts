import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { variationRegions, woff2Table } from "../../tests/support/site/font-variations.ts";

const folder = "public/fonts";
const fonts = readdirSync(folder).filter((name) => name.endsWith(".woff2"));

test("every font of the styles is there, and no other", () => {
  const styles = readFileSync("app/styles/fonts.css", "utf8");
  const named = [...styles.matchAll(/\/fonts\/([\w.-]+\.woff2)/g)].map(([, name]) => name);
  expect(fonts.sort()).toEqual(named.sort());
});

test.each(fonts)("%s varies within its axis: Firefox shows no bold text of a font that leaves it", (name) => {
  const regions = variationRegions(woff2Table(readFileSync(join(folder, name)), "gvar"));
  expect(regions.length).toBeGreaterThan(50);
  const outside = regions.filter(({ start, peak, end }) =>
    [...start, ...peak, ...end].some((value) => value < -1 || value > 1),
  );
  expect(outside).toEqual([]);
});

test.each(fonts)("%s has bold letters at the end of its axis", (name) => {
  const axis = woff2Table(readFileSync(join(folder, name)), "fvar");
  const at = axis.readUInt16BE(4);
  const limits = [4, 8, 12].map((offset) => axis.readInt32BE(at + offset) / 0x10000);
  expect([axis.toString("latin1", at, at + 4), ...limits]).toEqual(["wght", 400, 400, 700]);
});
