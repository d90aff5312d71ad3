/**
 * Where an example's keys and types differ from those of a real reply: one line for each path. `null` may stand for any
 * value, an empty list for any list; elements are compared with the first real one. `open` are paths of records, whose
 * keys are data.
 */
export function shapeDifferences(example: unknown, real: unknown, open: readonly string[] = [], path = ""): string[] {
  if (example === null || real === null) return [];
  if (kindOf(example) !== kindOf(real)) return [`${path}: ${kindOf(example)} instead of ${kindOf(real)}`];
  if (Array.isArray(example) && Array.isArray(real)) {
    const [first] = real;
    return first === undefined ? [] : example.flatMap((element) => shapeDifferences(element, first, open, `${path}[]`));
  }
  if (typeof example !== "object" || typeof real !== "object" || open.includes(path)) return [];
  const [told, realFields] = [new Map(Object.entries(example)), new Map(Object.entries(real))];
  return [
    ...[...told.keys()].filter((key) => !realFields.has(key)).map((key) => `${path}.${key}: not in the reply`),
    ...[...realFields].flatMap(([key, value]) =>
      told.has(key) ? shapeDifferences(told.get(key), value, open, `${path}.${key}`) : [`${path}.${key}: missing`],
    ),
  ];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
