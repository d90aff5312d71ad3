export type Sample = { labels: Readonly<Record<string, string>>; value: number };
export type Family = { type: string; samples: (Sample & { name: string })[] };

/**
 * Reads Prometheus' text format 0.0.4 and refuses what Prometheus may not understand: a family without HELP and TYPE, one
 * that is described twice or scattered, an invalid name, label or value, and a sample that occurs twice.
 */
export function parseExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current = "";
  let helped = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") helped = name;
    else if (kind === "TYPE") {
      if (families.has(name) || helped !== name) throw new Error(`Described twice or without HELP: ${line}`);
      if (!["counter", "gauge", "histogram", "summary"].includes(rest)) throw new Error(`Unknown type: ${line}`);
      families.set(name, { type: rest, samples: [] });
      current = name;
    } else {
      const sample = parseSample(line);
      const family = families.get(current);
      const base = family?.type === "histogram" ? sample.name.replace(/_(bucket|sum|count)$/, "") : sample.name;
      if (base !== current || !family) throw new Error(`A sample outside its family: ${line}`);
      const key = line.slice(0, line.lastIndexOf(" "));
      if (seen.has(key)) throw new Error(`Twice: ${key}`);
      seen.add(key);
      family.samples.push(sample);
    }
  }
  return families;
}

function parseSample(line: string): Sample & { name: string } {
  // Prometheus reads any case of NaN; the library writes Nan.
  const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[Nn]a[Nn]|[+-]?Inf)$/.exec(line);
  if (!match) throw new Error(`Not a sample: ${line}`);
  const [, name = "", labelText = "", value = ""] = match;
  const labels: Record<string, string> = {};
  let rest = labelText;
  while (rest !== "") {
    const [whole, label, text] = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/.exec(rest) ?? [];
    if (whole === undefined || label === undefined || text === undefined) throw new Error(`Wrong labels: ${line}`);
    labels[label] = text;
    rest = rest.slice(whole.length);
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

/** The value of the one sample with these labels. */
export function sampleValue(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const all = families.get(name)?.samples ?? [];
  const samples = all.filter((sample) =>
    Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  );
  const [only] = samples;
  if (samples.length !== 1 || !only) throw new Error(`${samples.length} samples of ${name} ${JSON.stringify(labels)}`);
  return only.value;
}
