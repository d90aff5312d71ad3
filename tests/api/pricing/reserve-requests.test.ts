import { beforeEach, describe, expect, test } from "vitest";
import { reserveRequest } from "../../../upstream/db/schema/index.ts";
import { notifyReserveRequests } from "../../../upstream/orders/reserve-requests/notify-reserve-requests.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const input = { pair: "usdt-trc20_paypal-usd", amount: "90000", email: "anna@example.com" };
const day = 86_400;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

describe("a request for more reserve", () => {
  test("is answered by one email as soon as the public reserve suffices", async () => {
    await ask(input);
    await look();
    expect(await emails()).toEqual([]);

    await operator("reserve fund", { asset: "paypal-usd", amount: "100000", reason: "a wish", anyway: "yes" });
    await look();
    await look();
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: input.email, kind: "reserve_ready", language: "en" });
    expect(email?.text).toContain("90,000.00\u00a0USD");
    expect(email?.text).toContain("/En/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=90000.00&side=to");
  });

  test("is answered in the requester's language", async () => {
    await ask({ ...input, amount: "100" }, { "Accept-Language": "ru" });
    await look();
    expect((await emails())[0]?.subject).toBe("Резерва хватает на 100,00\u00a0USD");
  });

  test("sent twice, also concurrently, is one request with the newer amount", async () => {
    await ask(input);
    await Promise.all([ask({ ...input, email: "ANNA@example.com" }), ask(input), ask(input)]);
    await ask({ ...input, amount: "95000" });
    const rows = await storedRequests();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.amount).toBe(95_000_00n);
  });

  test("gets the same response for all, and is limited per address", async () => {
    const pairs = ["usdt-trc20", "usdt-erc20", "btc", "eth", "ltc"].flatMap((from) =>
      ["paypal-usd", "paypal-eur"].map((to) => `${from}_${to}`),
    );
    const answers = [];
    for (const pair of pairs) answers.push((await service.call("reserveRequest", { body: { ...input, pair } })).text);
    expect(new Set(answers).size).toBe(1);
    expect(await storedRequests()).toHaveLength(5);
  });

  test.each([
    [{ pair: "gold_btc" }, { pointer: "/pair", code: "pair_unknown" }],
    [{ amount: "much" }, { pointer: "/amount", code: "amount_format" }],
    [{ amount: "1.001" }, { pointer: "/amount", code: "amount_decimals", meta: { decimals: "2" } }],
    [{ email: "anna" }, { pointer: "/email", code: "email_format" }],
    [{ email: "" }, { pointer: "/email", code: "required" }],
  ])("with %o is refused with a field error", async (wrong, error) => {
    const response = await service.call("reserveRequest", { body: { ...input, ...wrong } });
    expect(refused(response)).toEqual({ status: 422, code: "validation_failed", errors: [error] });
    expect(await storedRequests()).toEqual([]);
  });

  test("is deleted after the policy's days, notified or not", async () => {
    await ask(input);
    await ask({ ...input, pair: "btc_paypal-usd", amount: "10" });
    await look();
    expect(await storedRequests()).toHaveLength(2);
    await service.pass(7 * day);
    await look();
    expect((await storedRequests()).map(({ pairId }) => pairId)).toEqual([input.pair]);
    await service.pass(23 * day);
    await look();
    expect(await storedRequests()).toEqual([]);
    const { data } = (await service.call("exchangeRules")).reply();
    expect(data.reserve_request_days).toBe(30);
  });
});

describe("emails about reserves", () => {
  test("end with their unsubscribe link, for all requests of that address and no other", async () => {
    await ask({ ...input, amount: "10" });
    await ask({ ...input, pair: "btc_paypal-usd" });
    await ask({ ...input, email: "boris@example.com" });
    await look();
    const key = /stop\?t=(\S+)/.exec((await emails())[0]?.text ?? "")?.[1] ?? "";
    expect(key).toMatch(/^[\w-]{20,100}$/);

    for (const wrong of ["", "rr_1-x", key.replace(/.$/, (end) => (end === "a" ? "b" : "a"))]) {
      expect((await service.call("reserveRequestStop", { body: { key: wrong } })).status).toBe(202);
    }
    expect(await storedRequests()).toHaveLength(3);
    expect((await service.call("reserveRequestStop", { body: { key } })).status).toBe(202);
    expect((await storedRequests()).map(({ email }) => email)).toEqual(["boris@example.com"]);
  });

  test("are not sent after unsubscribing before delivery", async () => {
    const slow = await exchange({ jobs: "by hand" });
    await slow.call("reserveRequest", { body: { ...input, amount: "10" } });
    await notifyReserveRequests(slow.upstream.context);
    await slow.upstream.context.db.orm.delete(reserveRequest);
    await slow.runJobs();
    expect(await slow.emails()).toEqual([]);
  });
});

test("the operator sees the requested amounts, not the requesters", async () => {
  await ask(input);
  await ask({ ...input, email: "boris@example.com", amount: "60000.50" });
  const outcome = await operator("reserve requests", {});
  expect(outcome).toMatchObject({
    ok: true,
    data: [{ pair: input.pair, people: 2, largest: "90000.00", all_together: "150000.50", asset: "paypal-usd" }],
  });
  expect(JSON.stringify(outcome)).not.toContain("@");
});

async function ask(body: typeof input, headers: Record<string, string> = {}): Promise<void> {
  const { data } = (await service.call("reserveRequest", { body, headers })).reply();
  expect(data).toEqual({ accepted: true });
}

async function look(): Promise<void> {
  await notifyReserveRequests(service.upstream.context);
  await service.runJobs();
}

const emails = () => service.emails();
const storedRequests = () =>
  service.upstream.context.db.orm.select().from(reserveRequest).orderBy(reserveRequest.askedAt);

async function operator(name: string, args: Record<string, string>) {
  const operatorCommand = commands.find((command) => command.name === name);
  if (!operatorCommand) throw new Error(`There is no command ${name}`);
  return operatorCommand.run(service.upstream.context, args, { name: "olga" });
}
