import { expect, test } from "vitest";
import { endpoints } from "../../../contract/calls/endpoints.ts";
import { callContext } from "../../../upstream/http/request/call-context.ts";
import { divertRequests } from "../../support/diverted-requests.mjs";
import { siteverifyServer } from "../../support/service/bot-checks.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { gatewaySettings, hostedOrder, outside, paymentEvent, signedRequest } from "../../support/service/gateway.ts";

const requestId = "from-the-proxy-1";
const mailSecret = "m".repeat(32);

type Line = { level: string; msg: string; request_id?: string };

async function logged(settings: Record<string, string>, call: (service: Exchange) => Promise<void>): Promise<Line[]> {
  const lines: string[] = [];
  const service = await exchange({ settings, onLog: (line) => lines.push(line) });
  await call(service);
  return lines.map((line) => JSON.parse(line));
}

async function send(service: Exchange, request: Request): Promise<void> {
  request.headers.set("X-Request-Id", requestId);
  await service.fetch(request, outside);
}

const signUp = () =>
  new Request(`http://exchange.test/api/v1/${endpoints.registerRequestCode.path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Client-Id": "a-client" },
    body: JSON.stringify({ email: "anna@example.com", captcha_token: "token" }),
  });

const emailToSupport = () =>
  new Request("http://exchange.test/api/v1/support/mail", {
    method: "POST",
    headers: { "Content-Type": "message/rfc822", Authorization: `Bearer ${mailSecret}` },
    body: "From: Anna <anna@example.com>\r\nTo: reply@mail.kursa.test\r\n\r\nHello",
  });

async function guarded(verdict: Parameters<typeof siteverifyServer>[0][string]): Promise<Line[]> {
  const { diverted, stop } = await siteverifyServer({ token: verdict });
  divertRequests(diverted);
  const settings = {
    BOT_CHECK: "turnstile",
    BOT_CHECK_SITE_KEY: "the-public-key",
    BOT_CHECK_SECRET: "the-secret-key",
  };
  return logged(settings, (service) => send(service, signUp())).finally(stop);
}

async function webhook(event: (sessionId: string) => { id: string; body: string }): Promise<Line[]> {
  return logged(gatewaySettings, async (service) => {
    const { sessionId } = await hostedOrder(service);
    await send(service, signedRequest(service.ctx.clock.now(), event(sessionId)));
  });
}

test.each<[string, () => Promise<Line[]>]>([
  ["the bot check's provider does not answer", () => guarded("garbage")],
  [
    "the bot check's provider refuses our request",
    () => guarded({ success: false, "error-codes": ["invalid-input-secret"] }),
  ],
  ["a bot check was solved elsewhere", () => guarded({ success: true, hostname: "elsewhere.example" })],
  ["gateway event for an unknown session", () => webhook(() => paymentEvent("e1", "no-session", 1))],
  ["gateway event refused", () => webhook(() => ({ id: "e1", body: "{}" }))],
  ["email to support", () => logged({ SUPPORT_MAIL_SECRET: mailSecret }, (service) => send(service, emailToSupport()))],
])("%s: the line has the request's id", async (text, call) => {
  const lines = await call();
  expect(lines.filter(({ msg }) => msg === text)).toMatchObject([{ request_id: requestId }]);
  // All other lines of the call, too: an operator finds the request of a warning by its id.
  const ofRequest = lines.filter(({ request_id }) => request_id === requestId);
  expect(lines.filter(({ level, request_id }) => level !== "info" && request_id === undefined)).toEqual([]);
  expect(ofRequest.map(({ msg }) => msg)).toContain("request");
});

test("other work keeps a log without the id of a request", async () => {
  const lines = await logged({}, async ({ ctx }) => {
    callContext(ctx, requestId).log.warn("in the call");
    ctx.log.warn("elsewhere");
  });
  expect(lines).toMatchObject([{ msg: "in the call", request_id: requestId }, { msg: "elsewhere" }]);
  expect(lines[1]).not.toHaveProperty("request_id");
});
