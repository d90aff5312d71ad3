import { afterEach, describe, expect, test } from "vitest";
import { divertRequests } from "../../support/diverted-requests.mjs";
import { refused } from "../../support/service/api-client.ts";
import { siteverifyServer, type Verdict } from "../../support/service/bot-checks.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const hostname = "exchange.example";
const passed = { success: true, hostname, action: "sign_up" };
let stop = () => {};

afterEach(() => stop());

async function guardedBy(provider: string, verdicts: Record<string, Verdict>) {
  const server = await siteverifyServer(verdicts);
  stop = server.stop;
  divertRequests(server.diverted);
  const service = await exchange({
    settings: {
      BOT_CHECK: provider,
      BOT_CHECK_SITE_KEY: "the-public-key",
      BOT_CHECK_SECRET: "the-secret-key",
      PUBLIC_ORIGIN: `https://${hostname}`,
    },
  });
  return { service, ...server };
}

const signUp = ({ call }: Exchange, captcha_token: string) =>
  call("registerRequestCode", { body: { email: "anna@example.com", captcha_token } });

describe.each(["turnstile", "hcaptcha", "recaptcha"])("%s", (provider) => {
  test("is told the secret and the token, and nothing about the visitor; its verdict counts", async () => {
    // Only Turnstile says for which action.
    const answer = provider === "turnstile" ? passed : { success: true, hostname };
    const { service, asked } = await guardedBy(provider, { good: answer });
    expect((await signUp(service, "good")).status).toBe(202);
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([{ secret: "the-secret-key", response: "good" }]);
    expect(refused(await signUp(service, "bad")).code).toBe("captcha_failed");
    expect(refused(await signUp(service, "good")).code).toBe("captcha_failed");
    const { data } = (await service.call("botCheck", { query: { action: "sign_up" } })).reply();
    expect(data).toEqual({ provider, site_key: "the-public-key", challenge: null, expires_at: null });
  });
});

test("a token is accepted once, also by two calls at once and from a provider that accepts it twice", async () => {
  const { service, stop: stopFirst } = await guardedBy("turnstile", { good: passed });
  expect((await signUp(service, "good")).status).toBe(202);
  stopFirst();
  const forgetful = await siteverifyServer({ good: passed });
  stop = forgetful.stop;
  divertRequests(forgetful.diverted);
  expect(refused(await signUp(service, "good")).code).toBe("captcha_failed");
});

test.each<[string, Verdict, string]>([
  ["a success on another site", { ...passed, hostname: "elsewhere.example" }, "captcha_failed"],
  ["a success without a site", { success: true, action: "sign_up" }, "captcha_failed"],
  ["a success for another action", { ...passed, action: "reset" }, "captcha_failed"],
  ["a success for no action", { success: true, hostname }, "captcha_failed"],
  ["an expired or used token", { success: false, "error-codes": ["timeout-or-duplicate"] }, "captcha_failed"],
  ["our own wrong secret", { success: false, "error-codes": ["invalid-input-secret"] }, "captcha_unavailable"],
  ["a refusal without a reason", { success: false }, "captcha_unavailable"],
  ["an error of the server", { status: 500 }, "captcha_unavailable"],
  ["an endless page", "garbage", "captcha_unavailable"],
  ["no answer in time", "silence", "captcha_unavailable"],
])("%s refuses the call", async (_, verdict, code) => {
  const { service } = await guardedBy("turnstile", { token: verdict });
  expect(refused(await signUp(service, "token"))).toMatchObject({ code });
  expect(await service.emails("anna@example.com")).toEqual([]);
});

test("a provider that cannot be reached refuses the call", async () => {
  const { service, stop: stopServer } = await guardedBy("turnstile", {});
  stopServer();
  expect(refused(await signUp(service, "token")).code).toBe("captcha_unavailable");
});
