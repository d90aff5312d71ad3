import { once } from "node:events";
import { Agent, request } from "node:http";
import { z } from "zod/v4";
import { termsVersion } from "../contract/order/terms.ts";

/** A draft ready to be executed, with its token. */
export type Draft = { ref: string; token: string };

const opened = z.object({
  data: z.object({ token: z.string(), order: z.object({ ref: z.string(), rules: z.array(z.string()) }) }),
});
const executed = z.object({ data: z.object({ status: z.literal("awaiting_payment") }) });

/** Customers that call a service over this many keep-alive connections. */
export function customers(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (path: string, body: object, headers: Record<string, string> = {}) =>
    post(`${base}/api/v1/exchange/${path}`, agent, { "client-id": "bench", ...headers }, body);

  const prepare = async (): Promise<Draft> => {
    const quoteInput = { from: "usdt-trc20", to: "paypal-usd", amount: "20", side: "from" };
    const { token, order } = opened.parse(await call("step-one", quoteInput)).data;
    const { ref, rules } = order;
    const details = {
      payout: { account: "anna.ivanova@mail.com", extra: { full_name: "Anna Ivanova" } },
      refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
      email: "anna.ivanova@mail.com",
    };
    await call("step-two", { ref, ...details }, { "order-token": token });
    await call("step-three", { ref, accept: { terms_version: termsVersion, rules } }, { "order-token": token });
    return { ref, token };
  };
  return {
    prepare: (count: number) => inParallel(Array.from({ length: count }), connections, prepare),
    execute: (drafts: readonly Draft[]) =>
      inParallel(drafts, connections, async (draft) => {
        const { headers, body } = executeCall(draft);
        return executed.parse(await call("execute", body, headers));
      }),
    leave: () => agent.destroy(),
  };
}

/** The measured call, without its address. */
export function executeCall({ ref, token }: Draft) {
  return {
    headers: { "order-token": token, "idempotency-key": `execute:${ref}` },
    body: { ref, pay_with: "crypto_address" },
  };
}

async function inParallel<Thing, Result>(
  things: readonly Thing[],
  width: number,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = things.values();
  const worker = async () => {
    for (const thing of left) results.push(await work(thing));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

async function post(url: string, agent: Agent, headers: Record<string, string>, body: object): Promise<unknown> {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const sent = request(url, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json", "content-length": length, ...headers },
  });
  sent.end(text);
  const [response] = await once(sent, "response");
  const page = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode > 201) throw new Error(`${url}: ${response.statusCode} ${page}`);
  return JSON.parse(page);
}
