import { expect, test } from "vitest";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { callDocs } from "../../../contract/docs/docs.ts";
import { examplePath, solveTask } from "../../../contract/docs/example-path.ts";
import { guide } from "../../../contract/docs/guide.ts";
import { defaultLimits } from "../../../upstream/http/request/limits.ts";
import { usualUnpaidLimits } from "../../../upstream/orders/rules/unpaid-limits.ts";
import type { ApiResponse } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

/** What an exchange has that sets nothing, where tests set something else. */
const defaults = {
  RATE_LIMITS: "on",
  UNPAID_LIMITS: "",
  PAYER_LIMITS: "",
  BOT_CHECK: "altcha",
  PAYOUT_CAPS: "",
  FEES_FOLLOW_NETWORK: "on",
};
const customer = { address: "203.0.113.7", isTrusted: false };

type Program = { captchaToken(challenge: unknown): string };
const program = (): Promise<Program> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(solveTask)}`);

type Doc = { query?: object; body?: object; reply?: unknown };
const docs = new Map<EndpointName, Doc>(Object.entries(callDocs) as [EndpointName, Doc][]);

/** Sends the document's example, with what earlier answers have told about this order. */
async function send<Name extends EndpointName>(
  service: Exchange,
  name: Name,
  order: OrderSoFar,
): Promise<ApiResponse<Name>> {
  const { query, body } = docs.get(name) ?? {};
  const { ref, token, quoteId, check } = order;
  const real = {
    ...(ref && { ref }),
    ...(name === "exchangeStepThree" && { quote_id: quoteId, captcha_token: check }),
  };
  return service.ask(name, {
    peer: customer,
    ...(query && { query: { ...query, ...("ref" in query && { ref: [ref] }) } }),
    ...(body && { body: { ...body, ...real } }),
    ...(token && { token }),
    ...(name === "exchangeExecute" && { key: `execute:${ref}:${quoteId}` }),
  });
}

type OrderSoFar = { ref?: string; token?: string; quoteId?: string; check?: string };

async function learn(order: OrderSoFar, name: EndpointName, response: ApiResponse<EndpointName>): Promise<OrderSoFar> {
  if (name === "exchangeStepOne") {
    const { data } = (response as ApiResponse<"exchangeStepOne">).reply();
    return { ...order, ref: data.order.ref, token: data.token, quoteId: data.order.quote_id };
  }
  if (name !== "botCheck") return order;
  const { data } = (response as ApiResponse<"botCheck">).reply();
  return { ...order, check: (await program()).captchaToken(data.challenge) };
}

test("the document's path leads a stranger on default settings to a completed order", async () => {
  const service = await exchange({ settings: defaults });
  let order: OrderSoFar = {};
  for (const { call } of examplePath) {
    const response = await send(service, call, order);
    expect([200, 201], `${call}: ${response.text}`).toContain(response.status);
    order = await learn(order, call, response);
  }
  expect((await send(service, "sandboxEvents", order)).status).toBe(202);
  await service.pass(60);
  const { data } = (await send(service, "ordersStatus", order)).reply();
  expect(data).toMatchObject([{ status: "completed" }]);
});

test("the limits of a server are those that the document names", async () => {
  const text = guide.find(({ title }) => title === "What a server can do")?.text.join("\n") ?? "";
  expect(text).toContain(`${defaultLimits.exchangeStepOne?.points} orders opened in a minute`);
  expect(text).toContain(`${4 * usualUnpaidLimits.orders} orders at once`);
  expect(text).toContain(`${usualUnpaidLimits.orders} of one email`);
  const service = await exchange({ settings: defaults });
  const opened = [];
  for (let order = 0; order < 11; order += 1) opened.push(await send(service, "exchangeStepOne", {}));
  expect(opened.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), 429]);
  expect(opened.at(-1)?.headers.get("Retry-After")).toMatch(/^\d+$/);
});
