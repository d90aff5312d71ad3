import type { Chance } from "../simulation/chance.ts";
import { corruptedBytes, corruptedValue, hostileText } from "./corrupted-value.ts";
import type { Described, Operation } from "./document.ts";
import { randomValue, type Words } from "./random-value.ts";

/** A request as sent. */
export type FuzzRequest = {
  operation: Operation;
  method: string;
  /** Including its query. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Sent in small pieces. */
  slowly: boolean;
};

/** An order the fuzz uses, with its token. */
export type Held = { ref: string; token: string; quoteId: string };

type Material = { described: Described; words: Words; orders: readonly Held[] };

const faultWeights = [
  [22, "none"],
  [34, "value"],
  [16, "bytes"],
  [12, "header"],
  [6, "type"],
  [6, "query"],
  [2, "size"],
  [2, "slow"],
] as const;

/** A valid request by the document, mostly with one fault. */
export function randomRequest(operation: Operation, material: Material, chance: Chance): FuzzRequest {
  const order = chance.pick(material.orders);
  const words = { ...material.words, ref: [order.ref], "ref[]": [order.ref], quote_id: [order.quoteId] };
  const making = { chance, described: material.described, words };
  const wrong = chance.weighed(faultWeights);
  const value = operation.body && randomValue(operation.body, "", making);
  const body = operation.body ? bodyOf(value, wrong, chance) : null;
  return {
    operation,
    method: operation.method,
    target: targetOf(operation, making, wrong === "query" || (!body && wrong === "value"), chance),
    headers: headersOf(operation, order, making, wrong, chance),
    body,
    slowly: wrong === "slow" && body !== null,
  };
}

type Making = Parameters<typeof randomValue>[2];
type FaultKind = (typeof faultWeights)[number][1];

function bodyOf(value: unknown, wrong: FaultKind, chance: Chance): Buffer {
  if (wrong === "bytes") return corruptedBytes(value, chance);
  if (wrong === "size") return Buffer.alloc(chance.pick([65_537, 300_000, 1_100_000]), "a");
  const sent = wrong === "value" ? corruptedValue(value, chance) : value;
  return Buffer.from(JSON.stringify(sent) ?? "");
}

function targetOf({ path, parameters }: Operation, making: Making, wrong: boolean, chance: Chance): string {
  const corrupt = (text: string) => (wrong && chance.percent(60) ? hostileText(chance) : text);
  const named = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((whole, { name, schema }) => {
      return whole.replace(`{${name}}`, escaped(corrupt(String(randomValue(schema, name, making)))) || "-");
    }, path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || chance.percent(70)))
    .flatMap(({ name, schema }) => {
      const values = [randomValue(schema, name, making)].flat();
      return values.map((value) => `${escaped(name)}=${escaped(corrupt(String(value)))}`);
    });
  if (wrong && chance.percent(30))
    query.push(chance.pick(["__proto__=1", "from=a&from=b", "ref=%ff%fe", "a[]=1&a=2", "&&=&"]));
  return query.length > 0 ? `${named}?${query.join("&")}` : named;
}

function headersOf(operation: Operation, { token }: Held, making: Making, wrong: FaultKind, chance: Chance) {
  const headers: Record<string, string> = { "client-id": "fuzz", "Accept-Language": chance.pick(["en", "ru"]) };
  if (operation.needsOrder) headers["Order-Token"] = token;
  if (operation.body) headers["Content-Type"] = "application/json";
  for (const parameter of operation.parameters.filter(
    (candidate) => candidate.in === "header" && candidate.name !== "Accept-Language",
  )) {
    headers[parameter.name] = headerText(String(randomValue(parameter.schema, parameter.name, making))) || "k";
  }
  if (wrong === "type") {
    headers["Content-Type"] = chance.pick([
      "text/plain",
      "application/xml",
      "application/json; charset=utf-16",
      "a",
      "",
    ]);
  }
  if (wrong === "header") {
    const name = chance.pick([
      "client-id",
      "Accept-Language",
      "Order-Token",
      "Idempotency-Key",
      "X-Request-Id",
      "Origin",
    ]);
    headers[name] = chance.pick([headerText(hostileText(chance)), "x".repeat(7000), "a,".repeat(500), "q=0;q=x;;,"]);
  }
  return headers;
}

/** The HTTP client itself refuses other characters in a header. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");

/** A lone surrogate cannot be percent-encoded. */
const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
