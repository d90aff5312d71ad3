import { beforeEach, describe, expect, test } from "vitest";
import { termsVersion } from "../../../contract/order/terms.ts";
import { emailCode, member, memberPassword, memberSession } from "../../../upstream/db/schema/accounts.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { askForAccount, by, codeFor, from, password, signedUp } from "../../support/service/members.ts";

const email = "anna@example.com";
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const verify = (challenge_id: string, code: string, more: object = {}) =>
  service.call("registerVerifyAccount", {
    body: { challenge_id, email, code, password, terms_version: termsVersion, ...more },
  });
const inFiguresFrom = (zero: number) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const arabic = inFiguresFrom(0x660);
const fullWidth = inFiguresFrom(0xff10);
const other = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

describe("an account", () => {
  test("is created with the code from the email, and its bearer identifies the member", async () => {
    const anna = await signedUp(service, "Anna@Example.com");
    const { data } = (await service.call("memberProfile", by(anna.token))).reply();
    expect(data).toMatchObject({ id: anna.id, email: "Anna@example.com", email_verified: 1, locale: "en" });
    expect(data.sign_in).toEqual({ password: true, google: false });
  });

  test("stores neither password, code nor bearer in plain text", async () => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    const { data } = (await verify(challenge_id, code)).reply();
    const { orm } = service.upstream.context.db;
    const rows = [emailCode, member, memberPassword, memberSession].map((table) => orm.select().from(table));
    const storedRows = JSON.stringify(await Promise.all(rows));
    for (const secret of [password, data.access_token, `"${code}"`]) expect(storedRows).not.toContain(secret);
    expect(storedRows).toContain("$argon2id$v=19$");
  });

  test("gets emails in the requested language", async () => {
    await askForAccount(service, email, {}, "ru");
    const [sentEmail] = await service.emails(email);
    expect(sentEmail?.subject).toMatch(/^\d{6} — ваш код Kursa$/);
  });

  test("is created once for concurrent correct codes", async () => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(challenge_id, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await service.upstream.context.db.orm.select().from(member)).toHaveLength(1);
  });

  test("starts with the time zone that was sent, and with UTC without one", async () => {
    for (const [timezone, first] of [
      ["Europe/Riga", "Europe/Riga"],
      [undefined, "UTC"],
      [null, "UTC"],
    ]) {
      const address = `${first === timezone ? "riga" : timezone}@example.com`;
      const { challenge_id } = await askForAccount(service, address);
      const { data } = (
        await verify(challenge_id, await codeFor(service, address), { email: address, timezone })
      ).reply();
      expect(data.user.timezone).toBe(first);
    }
  });

  test.each([
    [{ timezone: "Mars/Olympus" }, { pointer: "/timezone", code: "timezone_unknown" }],
    [{ timezone: "+02:00" }, { pointer: "/timezone", code: "timezone_unknown" }],
    [{ password: "short" }, { pointer: "/password", code: "password_short", meta: { min: "10" } }],
    [{ password: "x".repeat(257) }, { pointer: "/password", code: "too_long", meta: { max: "256" } }],
    [{ password: "QwertyUIOP" }, { pointer: "/password", code: "password_common" }],
    [{ password: email }, { pointer: "/password", code: "password_common" }],
    [{ password: "" }, { pointer: "/password", code: "required" }],
    [{ email: "anna" }, { pointer: "/email", code: "email_format" }],
    [
      { terms_version: "2020-01-01" },
      { pointer: "/terms_version", code: "terms_outdated", meta: { version: termsVersion } },
    ],
  ])("is refused with %o, which does not count as an attempt", async (wrong, error) => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    for (let at = 0; at < 6; at += 1) {
      expect(refused(await verify(challenge_id, code, wrong))).toMatchObject({ errors: [error] });
    }
    expect((await verify(challenge_id, code)).status).toBe(201);
  });
});

describe("a code", () => {
  test("is read as phones and keyboards write it", async () => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    expect(
      (await verify(challenge_id, `\u200e${arabic(code.slice(0, 3))}\u200b ${fullWidth(code.slice(3))}.`)).status,
    ).toBe(201);
  });

  test("has six digits, and is invalid after five wrong attempts", async () => {
    const { challenge_id, code_length } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    expect([code.length, code_length]).toEqual([6, 6]);
    for (const attempts_left of [4, 3, 2, 1, 0]) {
      expect((await verify(challenge_id, other(code))).problem()).toMatchObject({
        code: "code_invalid",
        attempts_left,
      });
    }
    expect(refused(await verify(challenge_id, code))).toMatchObject({ code: "code_expired" });
  });

  test("is checked at most five times in two hundred concurrent guesses", async () => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    const guesses = Array.from({ length: 200 }, () => verify(challenge_id, other(code)));
    const codes = (await Promise.all(guesses)).map((response) => response.problem().code);
    expect(codes.filter((problemCode) => problemCode === "code_invalid")).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(["code_invalid", "code_expired"]));
  });

  test("is valid for ten minutes", async () => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    await service.pass(10 * 60);
    expect(refused(await verify(challenge_id, code))).toMatchObject({ code: "code_expired", status: 410 });
  });

  test("is replaced by the next one, and works for its address and purpose only", async () => {
    const first = await askForAccount(service, email);
    const code = await codeFor(service, email);
    await service.pass(60);
    const second = await askForAccount(service, email);
    const newest = await codeFor(service, email);
    expect((await verify(first.challenge_id, code)).problem().code).toBe("code_expired");
    expect((await verify(second.challenge_id, newest, { email: "eve@example.com" })).problem().code).toBe(
      "code_expired",
    );
    const reset = { challenge_id: second.challenge_id, email, code: newest, password };
    expect((await service.call("passwordUpdate", { body: reset })).problem().code).toBe("code_expired");
    expect((await verify(second.challenge_id, newest)).status).toBe(201);
  });

  test("is sent once a minute and four times an hour per requester, five times in total", async () => {
    const ask = (address: string) => service.call("registerRequestCode", { body: { email }, ...from(address) });
    expect((await ask("198.51.100.1")).status).toBe(202);
    expect((await ask("198.51.100.1")).problem()).toMatchObject({ status: 429, retry_after_seconds: 60 });
    for (let at = 0; at < 3; at += 1) {
      await service.pass(60);
      expect((await ask("198.51.100.1")).status).toBe(202);
    }
    await service.pass(60);
    expect((await ask("198.51.100.1")).status).toBe(429);
    expect((await ask("198.51.100.2")).status).toBe(202);
    expect((await ask("198.51.100.3")).status).toBe(429);
  });

  test("is longer after a hundred failed guesses for an address, until one succeeds", async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      for (let at = 0; at < 4; at += 1) {
        const { challenge_id } = await askForAccount(service, email);
        const code = await codeFor(service, email);
        for (let guess = 0; guess < 5; guess += 1) await verify(challenge_id, other(code));
        await service.pass(60);
      }
      await service.pass(6 * 3600);
    }
    const { challenge_id, code_length } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    expect([code_length, code.length]).toEqual([12, 12]);
    expect((await verify(challenge_id, code)).status).toBe(201);
    const reset = (await service.call("passwordResetCode", { body: { email } })).reply();
    expect(reset.data.code_length).toBe(6);
  });
});

describe("an address with an account", () => {
  test("gets a notice instead of a code; the requester gets the usual response", async () => {
    await signedUp(service, email);
    await service.pass(120);
    const ofMember = await service.call("registerRequestCode", { body: { email } });
    const free = await service.call("registerRequestCode", { body: { email: "bob@example.com" } });
    expect(Object.keys(ofMember.reply().data)).toEqual(Object.keys(free.reply().data));
    const [sentEmail] = await service.emails(email);
    expect(sentEmail).toMatchObject({ kind: "sign_up_taken", subject: "You already have an account at Kursa" });
    expect((await verify(ofMember.reply().data.challenge_id, "000000")).problem()).toMatchObject({
      code: "code_invalid",
    });
  });
});
