import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { RailUnavailable } from "../../ports/rail.ts";
import { httpGateway } from "./http-client.ts";

type SentRequest = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
type Answering = (response: ServerResponse) => void;

const requests: SentRequest[] = [];
let close = () => {};
afterEach(() => {
  close();
  requests.length = 0;
});

/** A local gateway that gives this answer. */
async function gateway(respond: Answering) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    respond(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return httpGateway({ url: `http://127.0.0.1:${address.port}/v1/`, key: "key-of-ours" });
}

const respondsWith =
  (status: number, body: unknown): Answering =>
  (response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/** Longer than a busy machine needs. */
const enoughMs = 60_000;

const session = { id: "ses_1", url: "https://pay.gateway.example/ses_1", status: "open", payments: [] };
const request = {
  key: "ABC:usdt-trc20:500",
  reference: "ABC",
  asset: "usdt-trc20",
  amount: "500.000000",
  returnUrl: "https://exchange.example/En/order/ABC/return",
  language: "en",
} as const;

describe("the gateway client", () => {
  test("opens a session idempotently by its key", async () => {
    const client = await gateway(respondsWith(201, session));
    expect(await client.open(request)).toEqual(session);
    expect(requests[0]).toMatchObject({
      method: "POST",
      url: "/v1/sessions",
      headers: { authorization: "Bearer key-of-ours", "idempotency-key": request.key },
    });
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      reference: "ABC",
      asset: "usdt-trc20",
      amount: "500.000000",
      return_url: request.returnUrl,
      locale: "en",
    });
  });

  test("reads a session with its payments, or null", async () => {
    const payment = {
      id: "p",
      version: 2,
      status: "final",
      asset: "btc",
      amount: "0.1",
      confirmations: 2,
      required: 2,
    };
    const client = await gateway(respondsWith(200, { ...session, payments: [payment], new_field: 1 }));
    expect((await client.read("ses_1", enoughMs))?.payments).toEqual([{ ...payment, fee: "0" }]);
    expect(requests[0]).toMatchObject({ method: "GET", url: "/v1/sessions/ses_1" });
    close();
    expect(await (await gateway(respondsWith(404, {}))).read("ses/1", enoughMs)).toBeUndefined();
    expect(requests[1]?.url).toBe("/v1/sessions/ses%2F1");
  });

  test.each([
    [200, "closed"],
    [204, "closed"],
    [404, "closed"],
    [409, "too_late"],
  ] as const)("maps %i to whether the session could be closed", async (status, outcome) => {
    const client = await gateway((response) => response.writeHead(status).end());
    expect(await client.close("ses_1")).toBe(outcome);
    expect(requests[0]).toMatchObject({ method: "POST", url: "/v1/sessions/ses_1/close" });
  });

  test.each<[string, Answering]>([
    ["an error", respondsWith(500, {})],
    ["a refusal of our key", respondsWith(401, {})],
    ["no JSON", (response) => response.end("<html>")],
    ["another shape", respondsWith(200, { id: "ses_1" })],
    ["another session", respondsWith(200, { ...session, id: "ses_2" })],
    ["a page that is a script", respondsWith(200, { ...session, url: "javascript:alert(1)" })],
    ["a redirect", (response) => response.writeHead(302, { Location: "https://elsewhere.example" }).end()],
    [
      "an end in the middle",
      (response) => response.writeHead(200, { "Content-Length": 100 }).write("{", () => response.destroy()),
    ],
    ["a body above the size limit", (response) => response.end(" ".repeat(1024 * 1024 + 1))],
    ["nothing, for long", () => {}],
  ])("treats %s as an unavailable gateway", async (_, respond) => {
    const client = await gateway(respond);
    await expect(client.read("ses_1", 300)).rejects.toThrow(RailUnavailable);
  });

  test("refuses more than twelve calls at once to a slow gateway, and takes calls again when it has answered", async () => {
    const held: ServerResponse[] = [];
    const client = await gateway((response) => void held.push(response));
    const slow = Array.from({ length: 12 }, () => client.close("ses_1"));
    await expect(client.close("ses_1")).rejects.toThrow(RailUnavailable);
    await expect.poll(() => held.length).toBe(12);
    for (const response of held) response.writeHead(204).end();
    expect(new Set(await Promise.all(slow))).toEqual(new Set(["closed"]));
    const next = client.close("ses_1");
    await expect.poll(() => held.length).toBe(13);
    held.at(-1)?.writeHead(204).end();
    expect(await next).toBe("closed");
  });

  test("reports no key or address when the connection fails", async () => {
    const client = httpGateway({ url: "http://127.0.0.1:9", key: "key-of-ours" });
    const failure = await client.open(request).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(RailUnavailable);
    expect(String(failure)).not.toMatch(/key-of-ours|127\.0\.0\.1/);
  });
});
