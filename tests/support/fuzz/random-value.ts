import type { Chance } from "../simulation/chance.ts";
import type { Described, Schema } from "./document.ts";

/** Meaningful values by field name: real orders, assets, amounts. */
export type Words = Record<string, readonly unknown[]>;

type Making = { chance: Chance; words: Words; described: Described };

/** A value that matches its schema, a meaningful one where possible. */
export function randomValue(unresolved: Schema, name: string, making: Making): unknown {
  const { chance, words, described } = making;
  const schema = described.resolved(unresolved);
  const samples = words[name];
  if (samples && chance.percent(85)) return chance.pick(samples);
  if (schema.enum) return chance.pick(schema.enum);
  if ("const" in schema) return schema.const;
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return randomValue(chance.pick(ways), name, making);
  switch (Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type) {
    case "object":
      return madeObject(schema, making);
    case "array":
      return Array.from({ length: chance.between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)) }, () =>
        randomValue(schema.items ?? {}, name, making),
      );
    case "integer":
    case "number":
      return chance.between(Math.max(schema.minimum ?? 0, -1e6), Math.min(schema.maximum ?? 1000, 1e6));
    case "boolean":
      return chance.percent(50);
    case "null":
      return null;
    default:
      return schema.examples ? chance.pick(schema.examples) : text(chance, schema);
  }
}

function madeObject(schema: Schema, making: Making): Record<string, unknown> {
  const parts = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || making.chance.percent(60),
  );
  const fields = parts.map(([name, part]) => [name, randomValue(part, name, making)]);
  const extra = typeof schema.additionalProperties === "object" && making.chance.percent(60);
  return Object.fromEntries([...fields, ...(extra ? [["full_name", "Anna Ivanova"]] : [])]);
}

const letters = "abcXYZ019-_ @.ёЖ";

function text(chance: Chance, { minLength = 0, maxLength = 20 }: Schema): string {
  const length = chance.between(minLength, Math.max(minLength, Math.min(maxLength, 20)));
  return Array.from({ length }, () => letters[chance.between(0, letters.length - 1)]).join("");
}
