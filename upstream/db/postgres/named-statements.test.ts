import { expect, test } from "vitest";
import { enableNamedStatements, statementNames } from "./named-statements.ts";

type QueryCallback = (error: unknown, result?: unknown) => void;

/** A fake connection that answers on command. */
function connection() {
  const sent: { text: string; respond: QueryCallback }[] = [];
  const client = {
    query: (config: unknown, _values: unknown, respond: QueryCallback) => {
      sent.push({ text: typeof config === "string" ? config : String(Reflect.get(Object(config), "text")), respond });
    },
    getTransactionStatus: () => "T",
    connection: { stream: { cork() {}, uncork() {} } },
  };
  enableNamedStatements(client, statementNames());
  const query = (text: string): Promise<unknown> => Reflect.apply(client.query, client, [text, []]);
  const texts = () => sent.map(({ text }) => text);
  return { ask: query, texts, respond: (at: number, error: unknown) => sent[at]?.respond(error, "answered") };
}

test("a transaction's first read is pipelined with its begin", async () => {
  const { ask: query, texts, respond } = connection();
  await query("begin");
  const looked = query("select 1");
  expect(texts()).toEqual(["begin", "select 1"]);
  respond(0, null);
  respond(1, null);
  expect(await looked).toBe("answered");
});

test("nothing is written before begin has succeeded", async () => {
  const { ask: query, texts, respond } = connection();
  await query("begin");
  const written = query("update purse set amount = 1");
  expect(texts()).toEqual(["begin"]);
  respond(0, new Error("no memory"));
  await expect(written).rejects.toThrow("no memory");
  expect(texts()).toEqual(["begin"]);
});

test("a read pipelined with a failed begin fails too", async () => {
  const { ask: query, respond } = connection();
  await query("begin");
  const looked = query("select 1");
  respond(0, new Error("no memory"));
  respond(1, null);
  await expect(looked).rejects.toThrow("no memory");
});

test("at most 400 statements are named, with the same name in every process", () => {
  const [names, others] = [statementNames(), statementNames()];
  const texts = Array.from({ length: 500 }, (_, number) => `select ${number}`);
  for (const text of texts) expect(names.of(text)).toBeUndefined();
  for (const text of [...texts].reverse()) others.of(text);
  expect(texts.filter((text) => names.of(text) !== undefined)).toHaveLength(400);
  expect(names.of("select 399")).toBe(others.of("select 399"));
});

test.each(["26000", "42P05"])("%s, of a pooler that reassigns connections, ends the use of names", (code) => {
  const names = statementNames();
  names.of("select $1");
  const name = names.of("select $1") ?? "";
  expect(name).toMatch(/^k0_/);
  names.failed(name, { code });
  for (let time = 0; time < 3; time += 1) expect(names.of("select $1")).toBeUndefined();
});

test("a schema change gives every statement another name", () => {
  const names = statementNames();
  names.of("select $1");
  names.failed(names.of("select $1") ?? "", { code: "0A000", routine: "RevalidateCachedQuery" });
  names.of("select $1");
  expect(names.of("select $1")).toMatch(/^k1_/);
});
