import { beforeEach, describe, expect, test } from "vitest";
import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import type { BotCheckProof } from "../../../contract/bot-check/bot-check.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { deleteExpiredChecks } from "../../../upstream/accounts/bot-check/used-checks.ts";
import { botCheckUse } from "../../../upstream/db/schema/accounts.ts";
import { detailedDraft, executeDraft, type OpenedOrder } from "../../support/orders/order-steps.ts";
import { refused, wireRequest } from "../../support/service/api-client.ts";
import { asToken, solvedChallenge, solvedToken } from "../../support/service/bot-checks.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, from, password } from "../../support/service/members.ts";

const settings = { BOT_CHECK: "altcha", BOT_CHECK_COST: "1" };
const email = "anna@example.com";
const input = { pair: "usdt-trc20_paypal-usd", amount: "90000", email };
const missing = { errors: [{ pointer: "/captcha_token", code: "required" }] };
const wrong = { errors: [{ pointer: "/captcha_token", code: "invalid" }] };
let service: Exchange;

beforeEach(async () => {
  service = await exchange({ settings });
});

const signUp = (captcha_token?: string, sent = {}) =>
  service.call("registerRequestCode", { body: { email, captcha_token }, ...sent });
const ask = (proof: BotCheckProof = {}) => service.call("reserveRequest", { body: { ...input, ...proof } });
const accept = ({ ref, token, order }: OpenedOrder, proof: BotCheckProof = {}, sent = {}) =>
  service.call("exchangeStepThree", {
    token,
    body: { ref, accept: { terms_version: termsVersion, rules: order.rules }, quote_id: order.quote_id, ...proof },
    ...sent,
  });

describe("a solved check", () => {
  test("opens the call it was made for, once", async () => {
    const token = await solvedToken(service, "sign_up");
    expect((await signUp(token)).status).toBe(202);
    expect(refused(await signUp(token, from("192.0.2.9")))).toMatchObject({ code: "captcha_failed", ...wrong });
  });

  test("used in two concurrent calls, of two processes, opens one", async () => {
    const body = { ...input, captcha_token: await solvedToken(service, "reserve_request") };
    const ofAnother = service.twin().fetch(wireRequest("reserveRequest", { body }));
    const answers = await Promise.all([service.call("reserveRequest", { body }), ofAnother]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 403]);
  });

  test("counts once however its text is written", async () => {
    const solved = await solvedChallenge(service, "reserve_request");
    expect((await ask({ captcha_token: asToken(solved) })).status).toBe(202);
    const other = asToken({ more: 1, ...solved, solution: { ...solved.solution, time: 1 } });
    expect(refused(await ask({ captcha_token: other }))).toMatchObject({ code: "captcha_failed", ...wrong });
  });

  test("is refused for another call", async () => {
    const token = await solvedToken(service, "reset");
    expect(refused(await signUp(token))).toMatchObject({ code: "captcha_failed", ...wrong });
  });

  test("is refused when it has expired by the service's clock, and its record is then deleted", async () => {
    const [late, used] = [await solvedToken(service, "sign_up"), await solvedToken(service, "sign_up")];
    expect((await signUp(used)).status).toBe(202);
    await service.pass(20 * 60 - 1);
    await deleteExpiredChecks(service.ctx.db, service.ctx.clock.now());
    expect(await service.ctx.db.orm.select().from(botCheckUse)).toHaveLength(1);
    await service.pass(2);
    expect(refused(await signUp(late))).toMatchObject({ code: "captcha_failed", ...wrong });
    await deleteExpiredChecks(service.ctx.db, service.ctx.clock.now());
    expect(await service.ctx.db.orm.select().from(botCheckUse)).toEqual([]);
  });

  test("is still accepted after the secret has been replaced, while the old one is listed", async () => {
    const token = await solvedToken(service, "sign_up");
    const [old = ""] = service.ctx.env.ACCOUNT_SECRETS;
    service.ctx.env.ACCOUNT_SECRETS = ["n".repeat(32), old];
    expect((await signUp(token)).status).toBe(202);
  });
});

describe("what is no solution", () => {
  test.each([
    ["a text", () => "solved"],
    ["JSON of another kind", () => asToken([1, { challenge: null }])],
    ["a deep one", () => Buffer.from("[".repeat(6000)).toString("base64")],
  ])("%s is refused", async (_, token) => {
    expect(refused(await signUp(token()))).toMatchObject({ code: "captcha_failed", ...wrong });
  });

  test("a challenge that we did not sign, or changed afterwards, is refused", async () => {
    const { challenge, solution } = await solvedChallenge(service, "sign_up");
    const { parameters, signature } = challenge;
    const later = { ...parameters, data: { ...parameters.data, expires_at: parameters.data.expires_at + 1 } };
    const other = await solvedChallenge(service, "reset");
    const forged = [
      { challenge: { parameters: later, signature }, solution },
      { challenge: { parameters, signature: signature.replace(/^./, (sign) => (sign === "0" ? "1" : "0")) }, solution },
      { challenge: { parameters: { ...other.challenge.parameters, data: parameters.data }, signature }, solution },
      { challenge: { parameters: { ...parameters, keyPrefix: "" }, signature }, solution },
      { challenge, solution: { ...solution, counter: solution.counter + 1 } },
      { challenge, solution: other.solution },
    ];
    for (const forgery of forged) {
      expect(refused(await signUp(asToken(forgery), from("192.0.2.9")))).toMatchObject({
        code: "captcha_failed",
        ...wrong,
      });
    }
    // The honest one was not used up by them.
    expect((await signUp(asToken({ challenge, solution }))).status).toBe(202);
  });

  test("a huge one is refused before it is read", async () => {
    expect(refused(await signUp("a".repeat(9000)))).toMatchObject({
      code: "validation_failed",
      errors: [{ pointer: "/captcha_token", code: "too_long" }],
    });
  });
});

describe("a guest's order", () => {
  test("is executed only after a check, which is asked for once", async () => {
    const draft = await detailedDraft(service);
    expect(refused(await accept(draft))).toMatchObject({ code: "captcha_failed", ...missing });
    expect(refused(await executeDraft(service, draft)).code).toBe("invalid_transition");
    expect((await accept(draft, { captcha_token: await solvedToken(service, "order") })).status).toBe(200);
    // Again, as after an expired quote.
    expect((await accept(draft)).status).toBe(200);
    expect((await executeDraft(service, draft)).status).toBe(200);
  });

  test("sent twice at once with one check is accepted twice; another order with that check is not", async () => {
    const [draft, other] = [await detailedDraft(service), await detailedDraft(service)];
    const proof = { captcha_token: await solvedToken(service, "order") };
    const both = await Promise.all([accept(draft, proof), accept(draft, proof)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(refused(await accept(other, proof)).code).toBe("captcha_failed");
  });

  test("needs no check of a member", async () => {
    const draft = await detailedDraft(service);
    const member = await memberWithCheck();
    expect((await accept(draft, {}, by(member))).status).toBe(200);
    expect(refused(await accept(await detailedDraft(service), {}, by("ended"))).code).toBe("captcha_failed");
  });
});

describe("a message to support", () => {
  const question = { email, topic: "payment", message: "Where is my payout?" } as const;
  const write = (proof: BotCheckProof = {}, sent = {}) =>
    service.call("supportMessage", {
      body: { ...question, ...proof },
      key: proof.captcha_token ? "checked" : "unchecked",
      ...sent,
    });

  test("opens a ticket after a check, which the same message sent again does not need anew", async () => {
    expect(refused(await write())).toMatchObject({ code: "captcha_failed", ...missing });
    const proof = { captcha_token: await solvedToken(service, "support") };
    const [first, again] = [await write(proof), await write(proof)];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.reply().data.ticket).toBe(first.reply().data.ticket);
    const other = await service.call("supportMessage", { body: { ...question, ...proof }, key: "another" });
    expect(refused(other)).toMatchObject({ code: "captcha_failed", ...wrong });
  });

  test("needs no check of a member", async () => {
    expect((await write({}, by(await memberWithCheck()))).status).toBe(202);
    expect(refused(await write({}, { ...by("ended"), key: "ended" })).code).toBe("captcha_failed");
  });
});

describe("a code by email", () => {
  const code = async (action: BotCheckAction, to = email) => {
    const response = await service.call("botCheckEmailCode", { body: { action, email: to, locale: "ru" } });
    const { challenge_id } = response.reply().data;
    return { email_challenge_id: challenge_id, email_code: await codeFor(service, to, "bot_check") };
  };

  test("takes the place of a solved check, once, in the reader's language", async () => {
    const proof = await code("reserve_request");
    const [message] = await service.emails(email);
    expect(message?.text).toContain("форму заполнил человек");
    expect((await ask(proof)).status).toBe(202);
    expect(refused(await ask(proof)).code).toBe("code_expired");
  });

  test("counts only for its address and its call, and five wrong ones end it", async () => {
    const draft = await detailedDraft(service);
    const forOther = await code("reserve_request", draft.order.email ?? "");
    expect(refused(await accept(draft, forOther)).code).toBe("code_expired");
    const proof = await code("reserve_request");
    const elsewhere = await service.call("reserveRequest", { body: { ...input, email: "b@example.com", ...proof } });
    expect(refused(elsewhere).code).toBe("code_expired");
    for (let tries = 0; tries < 5; tries += 1) {
      expect(refused(await ask({ ...proof, email_code: "000000" })).code).toBe("code_invalid");
    }
    expect(refused(await ask(proof)).code).toBe("code_expired");
  });

  test("opens an order, which is then not asked again", async () => {
    const draft = await detailedDraft(service);
    const to = draft.order.email ?? "";
    expect((await accept(draft, await code("order", to))).status).toBe(200);
    expect((await accept(draft)).status).toBe(200);
  });

  test("needs an email address", async () => {
    const response = await service.call("botCheckEmailCode", { body: { action: "order", email: "nobody" } });
    expect(refused(response)).toMatchObject({ errors: [{ pointer: "/email", code: "email_format" }] });
  });
});

describe("without a solved check", () => {
  const unchecked = (number: number, address: string) =>
    service.call("registerRequestCode", { body: { email: `guest-${number}@example.com` }, ...from(address) });

  test("a network may have five codes emailed in an hour, of whatever kind", async () => {
    for (let number = 0; number < 4; number += 1) expect((await unchecked(number, "192.0.2.1")).status).toBe(202);
    const body = { action: "support", email: "guest@example.com" } as const;
    const emailed = () => service.call("botCheckEmailCode", { body, ...from("192.0.2.1") });
    expect((await emailed()).status).toBe(202);
    expect(refused(await emailed()).code).toBe("too_many_requests");
    expect(refused(await unchecked(5, "192.0.2.1")).code).toBe("too_many_requests");
    expect((await unchecked(6, "192.0.2.2")).status).toBe(202);
    // With one there is no such limit.
    expect((await signUp(await solvedToken(service, "sign_up"), from("192.0.2.1"))).status).toBe(202);
    await service.pass(3600);
    expect((await unchecked(7, "192.0.2.1")).status).toBe(202);
  });

  test("all networks together may have as many as the setting allows", async () => {
    service = await exchange({ settings: { ...settings, BOT_CHECK_EMAILS_PER_HOUR: "2" } });
    const statuses = [];
    for (const third of [1, 2, 3]) statuses.push((await unchecked(third, `192.0.${third}.1`)).status);
    expect(statuses).toEqual([202, 202, 429]);
  });

  test("one IPv6 /48 may have a fifth of them", async () => {
    service = await exchange({ settings: { ...settings, BOT_CHECK_EMAILS_PER_HOUR: "10" } });
    const statuses = [];
    for (const last of [1, 2, 3]) statuses.push((await unchecked(last, `2001:db8:7:${last}::1`)).status);
    expect(statuses).toEqual([202, 202, 429]);
    expect((await unchecked(4, "192.0.2.1")).status).toBe(202);
  });
});

/** Signed up as a browser does; returns the bearer. */
async function memberWithCheck(): Promise<string> {
  const { challenge_id } = (await signUp(await solvedToken(service, "sign_up"))).reply().data;
  const typed = { challenge_id, email, code: await codeFor(service, email), password, terms_version: termsVersion };
  return (await service.call("registerVerifyAccount", { body: typed })).reply().data.access_token;
}

test("what a consent lacks is named before the check, which may email a code", async () => {
  const { ref, token, order } = await detailedDraft(service);
  const body = { ref, accept: { terms_version: "", rules: [] }, quote_id: order.quote_id };
  const answer = refused(await service.call("exchangeStepThree", { token, body }));
  expect(answer).toMatchObject({ code: "validation_failed" });
  expect(answer.errors?.map(({ pointer }) => pointer)).toContain("/accept/terms_version");
});
