/**
 * What an OpenAPI document promises to programs that were written for it, one line each, so that two versions can be
 * compared. Descriptions and examples promise nothing, and neither does the shape of refusals beside their codes.
 */
export type ApiDocument = {
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> };
};

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const nodes = (value: unknown) => (Array.isArray(value) ? value.filter(isNode) : []);
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

/**
 * - `call GET /x`: it exists.
 * - `takes POST /x body.amount string`: it accepts that; for closed lists each value.
 * - `needs POST /x body.amount`: a caller must send that.
 * - `gives GET /x data.rate string`: an answer of 2xx has that, `gives always` in every case.
 *
 * What is deprecated has ` (deprecated)` at the end.
 */
export function promisesOf({ paths, components }: ApiDocument): string[] {
  const schemas = components?.schemas ?? {};
  const lines = new Set<string>();
  for (const [path, calls] of Object.entries(paths)) {
    for (const [method, call] of Object.entries(calls)) {
      if (!isNode(call)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const mark = call.deprecated === true ? deprecatedMark : "";
      lines.add(`call ${name}${mark}`);
      for (const parameter of nodes(call.parameters)) {
        const at = `${String(parameter.in)}.${String(parameter.name)}`;
        const inner = parameter.deprecated === true ? deprecatedMark : mark;
        walk({ schemas, lines, kind: "takes", name, seen: [] }, parameter.schema, at, inner);
        if (parameter.required === true) lines.add(`needs ${name} ${at}${inner}`);
      }
      const body = isNode(call.requestBody) ? call.requestBody : {};
      walk({ schemas, lines, kind: "takes", name, seen: [] }, contentOf(body), "body", mark);
      for (const [status, response] of Object.entries(isNode(call.responses) ? call.responses : {})) {
        if (status.startsWith("2"))
          walk({ schemas, lines, kind: "gives", name, seen: [] }, contentOf(response), status, mark);
      }
    }
  }
  return [...lines].sort();
}

const deprecatedMark = " (deprecated)";

/** Of JSON, or of the one type that there is. */
function contentOf(holder: unknown): unknown {
  const content = isNode(holder) && isNode(holder.content) ? holder.content : {};
  const media = content["application/json"] ?? Object.values(content)[0];
  return isNode(media) ? media.schema : undefined;
}

type Walk = {
  schemas: Readonly<Record<string, unknown>>;
  lines: Set<string>;
  kind: "takes" | "gives";
  name: string;
  /** Names of the schemas around this one: a schema may contain itself. */
  seen: readonly string[];
};

function walk(state: Walk, node: unknown, at: string, outerMark: string): void {
  if (!isNode(node)) return;
  const mark = node.deprecated === true ? deprecatedMark : outerMark;
  const { schemas, lines, kind, name, seen } = state;
  if (typeof node.$ref === "string") {
    const schema = node.$ref.split("/").at(-1) ?? "";
    if (!seen.includes(schema)) walk({ ...state, seen: [...seen, schema] }, schemas[schema], at, mark);
    return;
  }
  for (const part of [...nodes(node.allOf), ...nodes(node.anyOf), ...nodes(node.oneOf)]) walk(state, part, at, mark);
  const types = Array.isArray(node.type) ? texts(node.type) : node.type === undefined ? [] : [String(node.type)];
  // What an object or a list contains says that it is one.
  const isOpened = node.properties !== undefined || node.items !== undefined;
  for (const type of types) {
    if (!(isOpened && (type === "object" || type === "array"))) lines.add(`${kind} ${name} ${at} ${type}${mark}`);
  }
  // An answer may get further values; a request must keep those that it accepts.
  if (kind === "takes") for (const value of texts(node.enum)) lines.add(`takes ${name} ${at} = ${value}${mark}`);
  walk(state, node.items, `${at}[]`, mark);
  const required = texts(node.required);
  for (const [key, property] of Object.entries(isNode(node.properties) ? node.properties : {})) {
    const inner = isNode(property) && property.deprecated === true ? deprecatedMark : mark;
    walk(state, property, `${at}.${key}`, inner);
    if (required.includes(key))
      lines.add(`${kind === "takes" ? "needs" : "gives always"} ${name} ${at}.${key}${inner}`);
  }
}

/**
 * What breaks programs that were written for the released promises: one that is gone without having been deprecated in a
 * release before, a call that needs what it did not need, and a field of an answer that may be of another type, or null.
 */
export function breakingChanges(released: readonly string[], current: readonly string[]): string[] {
  const before = new Set(released.map(bare));
  const now = new Set(current.map(bare));
  const gone = released.filter(
    (line) => !line.startsWith("needs ") && !line.endsWith(deprecatedMark) && !now.has(bare(line)),
  );
  const fields = new Set([...before].filter((line) => line.startsWith("gives ")).map(withoutLast));
  const isCalled = (line: string) => before.has(`call ${line.split(" ").slice(1, 3).join(" ")}`);
  const added = [...now].filter(
    (line) =>
      !before.has(line) &&
      ((line.startsWith("needs ") && isCalled(line)) ||
        (/^gives (?!always)/.test(line) && fields.has(withoutLast(line)))),
  );
  return [...gone.map((line) => `gone: ${line}`), ...added.map((line) => `new: ${line}`)];
}

const bare = (line: string) => line.replace(deprecatedMark, "");
const withoutLast = (line: string) => line.slice(0, line.lastIndexOf(" "));

/** The file of a release: its lines by call, with the call's name once. */
export function printPromises(lines: readonly string[]): string {
  const byCall = new Map<string, string[]>();
  for (const line of lines) {
    const [, verb = "", name = "", rest = ""] = /^(call|takes|needs|gives(?: always)?) (\S+ \S+)(.*)$/.exec(line) ?? [];
    byCall.set(name, [...(byCall.get(name) ?? []), `  ${verb}${rest}`]);
  }
  return [...byCall].map(([name, promises]) => `${name}\n${promises.join("\n")}\n`).join("");
}

export function readPromises(text: string): string[] {
  let name = "";
  return text.split("\n").flatMap((line) => {
    const [, verb, rest] = /^ {2}(call|takes|needs|gives(?: always)?)(.*)$/.exec(line) ?? [];
    if (verb !== undefined) return [`${verb} ${name}${rest}`];
    name = line;
    return [];
  });
}
