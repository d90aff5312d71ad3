import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod/v4";

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const service = z.object({
  image: z.string(),
  restart: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), text).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]),
  network_mode: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  user: z.string().optional(),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
});
export type Variables = Readonly<Record<string, string | undefined>>;

const path = "deploy/compose.yaml";
/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`: what Compose replaces, as far as the file uses it. */
const place = /\$\$|\$\{(?<name>[A-Z_]+)(?::(?<kind>[-?])(?<rest>[^}]*))?\}/g;

/** Names of all variables that the file reads from deploy/.env. */
export function variablesOfCompose(): Set<string> {
  const names = [...readFileSync(path, "utf8").matchAll(place)].map(({ groups }) => groups?.name);
  return new Set(names.filter((name) => name !== undefined));
}

/** The file as Compose reads it with these variables. Throws, as Compose does, where a needed one is missing or empty. */
export function readCompose(variables: Variables): z.infer<typeof composeFile> {
  const filled = filledIn(parse(readFileSync(path, "utf8"), { merge: true }), variables);
  return composeFile.parse(filled);
}

function filledIn(node: unknown, variables: Variables): unknown {
  if (typeof node === "string") return node.replace(place, (...match) => replacement(match, variables));
  if (Array.isArray(node)) return node.map((part) => filledIn(part, variables));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filledIn(value, variables)]));
}

function replacement([whole, name, kind, rest]: unknown[], variables: Variables): string {
  if (whole === "$$") return "$";
  const value = variables[String(name)] ?? "";
  if (value === "" && kind === "?") throw new Error(`required variable ${name} is missing a value: ${rest}`);
  return value === "" && kind === "-" ? String(rest) : value;
}

/** The variables of an environment file: values plain or in single quotes. */
export function readVariables(file: string): Record<string, string> {
  const lines = [...readFileSync(file, "utf8").matchAll(/^([A-Z_]+)=(?:'([^']*)'|(.*))$/gm)];
  return Object.fromEntries(lines.map(([, name = "", quoted, plain = ""]) => [name, quoted ?? plain]));
}
