/**
 * Writes the settings of the registered rails into the files of the deployment, from the schemas of those settings; with --check it
 * only compares. The rest of each file is written by hand.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { z } from "zod/v4";
import { registeredRails } from "../upstream/rails/registered.ts";

const lineLength = 128;
const [start, end] = [
  "# Settings of the rails, written by scripts/write-rail-settings.ts",
  "# End of the rails' settings.",
];

const files: Readonly<Record<string, () => string[]>> = {
  ".env.example": () =>
    eachRail((name, about, settings) => [
      ...comment(`RAILS=${name}: ${about}.`),
      ...settings.flatMap(({ setting, description, example, value }) => [
        ...comment(description),
        ...(example === undefined ? [] : [`# ${example}`]),
        `${setting}=${value}`,
      ]),
    ]),
  "deploy/.env.example": () =>
    eachRail((name, about, settings) => [
      ...comment(`RAILS=${name}: ${about}.`),
      ...settings.map(({ setting, value }) => `${setting}=${value}`),
    ]),
  "deploy/compose.yaml": () =>
    eachRail((_name, _about, settings) => settings.map(({ setting }) => `  ${setting}: \${${setting}:-}`)),
};

for (const [path, lines] of Object.entries(files)) {
  const before = readFileSync(path, "utf8");
  const after = withSettings(path, before, lines());
  if (!process.argv.includes("--check")) writeFileSync(path, after);
  else if (after !== before) {
    console.error(`${path} differs from the settings of the rails: run npx tsx scripts/write-rail-settings.ts`);
    process.exitCode = 1;
  }
}

/** `value`: the default of the schema; empty where there is none. */
type Setting = { setting: string; description: string; example?: string; value: string };

function eachRail(linesOf: (name: string, about: string, settings: Setting[]) => string[]): string[] {
  return registeredRails.flatMap(({ name, settings: { schema, about } }) => {
    const settings = Object.entries(schema.shape).map(([setting, type]) => settingOf(setting, type));
    return settings.length === 0 ? [] : linesOf(name, about, settings);
  });
}

function settingOf(setting: string, type: z.core.$ZodType): Setting {
  const { description, example } = "meta" in type && typeof type.meta === "function" ? type.meta() : {};
  if (description === undefined) throw new Error(`${setting} has no description in its schema.`);
  const usual: unknown = "defaultValue" in type._zod.def ? type._zod.def.defaultValue : "";
  return { setting, description, ...(example !== undefined && { example }), value: String(usual) };
}

function comment(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > lineLength) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

function withSettings(path: string, text: string, written: readonly string[]): string {
  const lines = text.split("\n");
  const [first, last] = [start, end].map((mark) => lines.findIndex((line) => line.trim().startsWith(mark)));
  if (first === undefined || last === undefined || first < 0 || last < first)
    throw new Error(`${path} has no "${start}" before "${end}".`);
  return [...lines.slice(0, first + 1), ...written, ...lines.slice(last)].join("\n");
}
