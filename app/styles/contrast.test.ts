import { describe, expect, test } from "vitest";
import { type ColourTheme, ramps, roles, steps } from "./colours.ts";

/** Foreground, background and the minimum contrast of WCAG 2.2 AA. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...["ink", "ink-2", "ink-3", "link", "error-700", "success-700", "placeholder"].flatMap((text) => [
    [text, "page", 4.5] as const,
    [text, "surface", 4.5] as const,
  ]),
  ...["ink", "ink-2", "ink-3", "link"].map((text) => [text, "inset", 4.5] as const),
  ["on-solid", "solid", 4.5],
  ["on-solid", "solid-hover", 4.5],
  ["on-footer", "footer", 4.5],
  ["on-footer-2", "footer", 4.5],
  ["ink-3", "gray-200", 4.5],
  ...["primary", "secondary", "gray", "success", "warning", "error"].flatMap((tone) => [
    [`${tone}-800`, `${tone}-100`, 4.5] as const,
    [`${tone}-700`, `${tone}-100`, 3] as const,
    ["ink", `${tone}-50`, 4.5] as const,
    [`${tone}-700`, `${tone}-50`, 3] as const,
  ]),
  ...["page", "surface", "inset"].map((ground) => ["focus", ground, 3] as const),
  ...["page", "surface"].map((ground) => ["control", ground, 3] as const),
  ["error-600", "surface", 3],
  ["primary-600", "surface", 3],
  ["secondary-500", "surface", 3],
];

describe.each<ColourTheme>(["light", "dark"])("in the %s theme", (theme) => {
  test.each(pairs)("%s has enough contrast on %s", (foreground, background, least) => {
    expect(contrast(colour(theme, foreground), colour(theme, background))).toBeGreaterThanOrEqual(least);
  });
});

function colour(theme: ColourTheme, name: string): string {
  const [palette = "", step] = name.split("-");
  const ramp = Object.entries(ramps[theme]).find(([rampName]) => rampName === palette)?.[1];
  const colourText = ramp && step ? ramp[steps.findIndex((rampStep) => String(rampStep) === step)] : roles[theme][name];
  if (!colourText) throw new Error(`No colour ${name}`);
  return colourText;
}

function contrast(foreground: string, background: string): number {
  const [light = 0, dark = 0] = [luminance(foreground), luminance(background)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
