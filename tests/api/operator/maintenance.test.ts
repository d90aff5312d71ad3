import { describe, expect, test } from "vitest";
import { orderToken } from "../../../upstream/http/request/order-token.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { acceptedRow, executedRow, granted } from "../../support/orders/order-rows.ts";
import { exchange } from "../../support/service/exchange.ts";

const anna = { name: "anna" };
const input = { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;

async function closedExchange(args: Record<string, string> = {}) {
  const opened = await exchange();
  const { context } = opened.upstream;
  const close = () =>
    runCommand(context, { command: "maintenance on", args: { reason: "a new disk", ...args }, operator: anna });
  const tokenOf = (ref: string) => orderToken(context.env.ORDER_LINK_SECRETS, ref, 1);
  return { ...opened, context, close, tokenOf };
}

describe("during maintenance", () => {
  test("new orders are refused with Retry-After", async () => {
    const { call, close, context, tokenOf } = await closedExchange({ until: "2026-11-21T12:40:00Z" });
    const draft = await acceptedRow(context);
    expect(await close()).toMatchObject({ ok: true });

    const token = tokenOf(draft.ref);
    const answers = [
      await call("exchangeQuote", { query: input }),
      await call("exchangeStepOne", { body: { ...input, promo: null, partner: null } }),
      await call("exchangeStepTwo", {
        token,
        body: { ref: draft.ref, payout: { account: "b@example.com" }, email: "b@example.com" },
      }),
      await call("exchangeStepThree", {
        token,
        body: { ref: draft.ref, accept: { terms_version: "1", rules: [] } },
      }),
      await call("exchangeExecute", {
        token,
        key: "a",
        body: { ref: draft.ref, pay_with: "crypto_address" },
      }),
    ];
    for (const response of answers) {
      expect(response.status).toBe(503);
      expect(response.headers.get("Retry-After")).toBe("2400");
      expect(response.problem()).toMatchObject({ code: "maintenance", retry_after_seconds: 2400 });
    }
  });

  test("pairs show maintenance, its announced end and the operator's message", async () => {
    const { call, close } = await closedExchange({
      until: "2026-11-21T12:40:00Z",
      en: "A new disk.",
      ru: "Новый диск.",
    });
    await close();
    const { data, meta } = (await call("exchangePairs")).reply();
    expect(new Set(data.pairs.map(({ status }) => status))).toEqual(new Set(["maintenance"]));
    expect(meta.maintenance).toEqual({
      until: "2026-11-21T12:40:00.000Z",
      message: { en: "A new disk.", ru: "Новый диск." },
    });
  });

  test("active orders are read, paid, exchanged and paid out, and the service is ready", async () => {
    const { call, close, context, tokenOf, runJobs, fetch } = await closedExchange();
    const order = await executedRow(context);
    await close();
    const token = tokenOf(order.ref);
    expect((await call("exchangeTrack", { query: { ref: order.ref }, token })).reply().data.status).toBe(
      "awaiting_payment",
    );
    granted((await simulateEvent(context, order, "pay_exact", null)) ?? {});
    await runJobs();
    const { data } = (await call("exchangeTrack", { query: { ref: order.ref }, token })).reply();
    expect(data.status).toBe("completed");
    expect((await fetch(new Request("http://service/readyz"))).status).toBe(200);
  });

  test("repeated execute calls get their stored response", async () => {
    const { call, close, context, tokenOf } = await closedExchange();
    const draft = await acceptedRow(context);
    const input = {
      token: tokenOf(draft.ref),
      key: "once",
      body: { ref: draft.ref, pay_with: "crypto_address" as const },
    };
    const first = (await call("exchangeExecute", input)).reply();
    await close();
    expect((await call("exchangeExecute", input)).reply()).toEqual(first);
  });

  test("continues past the announced end until an operator ends it", async () => {
    const { call, close, context, pass } = await closedExchange({ until: "2026-11-21T12:10:00Z" });
    await close();
    await pass(3600);
    const late = await call("exchangeQuote", { query: input });
    expect(late.problem()).toMatchObject({ code: "maintenance", retry_after_seconds: 300 });
    await runCommand(context, { command: "maintenance off", args: { reason: "done" }, operator: anna });
    expect((await call("exchangeQuote", { query: input })).status).toBe(200);
    expect((await call("exchangePairs")).reply().meta.maintenance).toBeNull();
  });
});
