import { z } from "zod/v4";
import { termsVersion } from "../contract/order/terms.ts";
import type { LoadClient, Wanted } from "./load-client.ts";

export type Mix = "site" | "api";
/** An order that was acknowledged: by the API with a token, by the site with a cookie. */
export type Acknowledged = {
  ref: string;
  token?: string;
  cookie?: string;
  isExecuted: boolean;
  /** When its payment was acknowledged. */
  paidAtMs?: number;
};

const json = { "client-id": "bench", "content-type": "application/json" };
const exchange = "/En/exchange/usdt-to-paypal";
const opened = z.object({
  data: z.object({ token: z.string(), order: z.object({ ref: z.string(), rules: z.array(z.string()) }) }),
});
const tracked = z.object({
  data: z.object({ status: z.string(), timeline: z.array(z.object({ status: z.string(), at: z.string() })) }),
});

/** What visitors do, by their share: mostly browsing, some ordering. Each amount is asked for once, so it is computed. */
export function visits(client: LoadClient, origin: string, mix: Mix) {
  const orders: Acknowledged[] = [];
  let turn = 0;
  const amount = () => (20 + ((turn * 0.37) % 400)).toFixed(2);

  const kinds: Record<string, () => Promise<unknown>> = {
    page: () => client.ask({ kind: "page", target: `${exchange}?from=usdt-trc20&to=paypal-usd&amount=${amount()}` }),
    home: () => client.ask({ kind: "home", target: "/En" }),
    quote: () =>
      client.ask({
        kind: "quote",
        target: `/api/v1/exchange?from=usdt-trc20&to=paypal-usd&side=from&amount=${amount()}`,
        headers: json,
      }),
    form: () => orderOnSite(client, origin, orders),
    order: () => orderByApi(client, orders),
  };
  const shares = {
    site: ["page", "home", "page", "quote", "page", "form", "page", "home", "order", "page"],
    api: ["quote", "quote", "order", "quote", "quote"],
  }[mix];

  return {
    orders,
    /** One visitor; resolves when it has all its answers or gives up. */
    next(): Promise<unknown> {
      turn += 1;
      return kinds[shares[turn % shares.length] ?? "page"]?.() ?? Promise.resolve();
    },
  };
}

/** The form of the exchange page, and the page of the draft that it opens. */
async function orderOnSite(client: LoadClient, origin: string, orders: Acknowledged[]): Promise<void> {
  const body = "from=usdt-trc20&to=paypal-usd&side=from&from_amount=20&to_amount=";
  const headers = { "content-type": "application/x-www-form-urlencoded", origin, cookie: "bench=1" };
  const response = await client.ask({ kind: "order", method: "POST", target: exchange, headers, body });
  const target = /\r\nlocation: (\S+)/i.exec(response?.head ?? "")?.[1];
  const ref = /\/order\/(\w+)/.exec(target ?? "")?.[1];
  const cookie = /\r\nset-cookie: ([^;\r]+)/i.exec(response?.head ?? "")?.[1];
  if (response?.status !== "303" || !target || !ref || !cookie) return;
  orders.push({ ref, cookie, isExecuted: false });
  await client.ask({ kind: "order", target, headers: { cookie } });
}

/** A draft from its first step to its payment. A visitor who is refused gives up. */
async function orderByApi(client: LoadClient, orders: Acknowledged[]): Promise<void> {
  const call = (path: string, body: object, headers: Record<string, string> = {}): Wanted => ({
    kind: "order",
    method: "POST",
    target: `/api/v1/exchange/${path}`,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    keepsBody: path === "step-one",
  });
  const quote = { from: "usdt-trc20", to: "paypal-usd", amount: "20", side: "from" };
  const first = await client.ask(call("step-one", quote));
  if (first?.status !== "201") return;
  const { token, order } = opened.parse(JSON.parse(first.body)).data;
  const { ref, rules } = order;
  const acknowledged: Acknowledged = { ref, token, isExecuted: false };
  orders.push(acknowledged);
  const orderHeaders = { "order-token": token };
  const details = {
    payout: { account: "anna.ivanova@mail.com", extra: { full_name: "Anna Ivanova" } },
    refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
    email: "anna.ivanova@mail.com",
  };
  const steps: Wanted[] = [
    call("step-two", { ref, ...details }, orderHeaders),
    call("step-three", { ref, accept: { terms_version: termsVersion, rules } }, orderHeaders),
    call("execute", { ref, pay_with: "crypto_address" }, { ...orderHeaders, "idempotency-key": `execute:${ref}` }),
  ];
  for (const step of steps) if ((await client.ask(step))?.status !== "200") return;
  acknowledged.isExecuted = true;
  const payment = { ...call("", { ref, event: "pay_exact" }, orderHeaders), target: "/api/v1/sandbox/events" };
  if ((await client.ask(payment))?.status === "202") acknowledged.paidAtMs = Date.now();
}

/** What the exchange has of the acknowledged orders: by the same clock as the generator's. */
export async function outcomeOf(client: LoadClient, orders: readonly Acknowledged[]) {
  let lost = 0;
  /** From the payment to the end of the payout; infinite for one that is not paid out. */
  const payouts: { endedAtMs: number; tookMs: number }[] = [];
  for (const { ref, token, cookie, isExecuted, paidAtMs } of orders) {
    const wanted: Wanted = token
      ? { kind: "order", target: `/api/v1/exchange/track?ref=${ref}`, headers: { ...json, "order-token": token } }
      : { kind: "order", target: `/En/order/${ref}/details`, headers: { cookie: cookie ?? "" } };
    const response = await client.ask({ ...wanted, keepsBody: true });
    const order = token && response?.status === "200" ? tracked.parse(JSON.parse(response.body)).data : undefined;
    if (response?.status !== "200" || (isExecuted && order?.status === "draft")) lost += 1;
    if (paidAtMs === undefined) continue;
    const completed = order?.timeline.find(({ status }) => status === "completed");
    const endedAtMs = completed ? Date.parse(completed.at) : Number.POSITIVE_INFINITY;
    payouts.push({ endedAtMs, tookMs: endedAtMs - paidAtMs });
  }
  return { lost, payouts };
}
