import type { Described, Schema, SchemaType } from "./document.ts";

/** Mismatches of a value with its schema, by pointer. Unknown fields are allowed. */
export function misfits(value: unknown, unresolved: Schema, described: Described, at = ""): string[] {
  const schema = described.resolved(unresolved);
  const inner = (part: unknown, of: Schema, name: string) => misfits(part, of, described, `${at}/${name}`);
  const mismatches: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) mismatches.push(`${at || "/"}: ${what}`);
  };

  for (const part of schema.allOf ?? []) mismatches.push(...misfits(value, part, described, at));
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways)
    claim(
      ways.some((way) => misfits(value, way, described, at).length === 0),
      "fits none of its shapes",
    );
  if (schema.enum) claim(schema.enum.includes(value), `${JSON.stringify(value)} is none of its words`);
  if ("const" in schema) claim(value === schema.const, `is not ${JSON.stringify(schema.const)}`);
  const types = schema.type ? [schema.type].flat() : [];
  if (types.length > 0)
    claim(
      types.some((type) => isOfType(value, type)),
      `is no ${types.join(" or ")}`,
    );

  if (typeof value === "string") {
    claim(value.length >= (schema.minLength ?? 0), "is too short");
    claim(value.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY), "is too long");
    claim(!schema.pattern || new RegExp(schema.pattern, "u").test(value), `does not match ${schema.pattern}`);
  } else if (typeof value === "number") {
    claim(value >= (schema.minimum ?? Number.NEGATIVE_INFINITY), "is too small");
    claim(value <= (schema.maximum ?? Number.POSITIVE_INFINITY), "is too large");
  } else if (Array.isArray(value)) {
    claim(value.length >= (schema.minItems ?? 0), "has too few");
    claim(value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY), "has too many");
    for (const [index, item] of value.entries()) {
      if (schema.items) mismatches.push(...inner(item, schema.items, String(index)));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const name of schema.required ?? []) claim(Object.hasOwn(value, name), `lacks ${name}`);
    for (const [name, part] of Object.entries(value)) {
      const property = schema.properties?.[name];
      const other = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
      const of = property ?? other;
      if (of) mismatches.push(...inner(part, of, name));
    }
  }
  return mismatches;
}

function isOfType(value: unknown, type: SchemaType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
