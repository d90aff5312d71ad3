import { beforeEach, describe, expect, test } from "vitest";
import { recoveryCode, totp } from "../../../upstream/db/schema/accounts.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import {
  by,
  codeFor,
  type Member,
  password,
  signedIn,
  signedUp,
  totpCode,
  withTwoFactor,
} from "../../support/service/members.ts";

const email = "anna@example.com";
let service: Exchange;
let anna: Member;
let factor: Awaited<ReturnType<typeof withTwoFactor>>;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, email);
  factor = await withTwoFactor(service, anna);
  // The code that enabled it is used.
  await service.pass(60);
});

const first = async (): Promise<string> => {
  const { data } = (await service.call("signin", { body: { email, password } })).reply();
  if (!data["2fa"]) throw new Error("No second factor was asked for");
  expect(data).toMatchObject({ access_token: null, methods: ["totp", "recovery"] });
  return data.two_factor_token;
};
const second = (two_factor_token: string, two_factor_code: string) =>
  service.call("signin", { body: { two_factor_token, two_factor_code } });
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 5) % 10));
const now = () => totpCode(service, factor.secret);
const profile = (token: string) => service.call("memberProfile", by(token));

describe("signing in with two factors", () => {
  test("issues a bearer only after the code, without the password again", async () => {
    const { data } = (await second(await first(), now())).reply();
    expect(data["2fa"]).toBe(false);
    expect((await profile(String(data.access_token))).reply().data.two_factor).toEqual({
      enabled: true,
      recovery_left: 10,
    });
  });

  test("accepts password and code in one call", async () => {
    const body = { email, password, two_factor_code: now() };
    expect((await service.call("signin", { body })).reply().data["2fa"]).toBe(false);
  });

  test("is completed once, within five minutes, and not after a password change", async () => {
    const token = await first();
    expect((await second(token, now())).status).toBe(200);
    await service.pass(60);
    expect((await second(token, now())).problem().code).toBe("invalid_credentials");
    const late = await first();
    await service.pass(300);
    expect((await second(late, now())).problem().code).toBe("invalid_credentials");
    const open = await first();
    const change = { current_password: password, password: "another horse entirely", two_factor_code: now() };
    expect((await service.call("memberSettingsPassword", { body: change, ...by(anna.token) })).status).toBe(200);
    await service.pass(60);
    expect((await second(open, now())).problem().code).toBe("invalid_credentials");
  });

  test("accepts codes of half a minute before and after, and no others", async () => {
    const steps = [-60, -30, 0, 30, 60];
    const statuses = [];
    for (const seconds of steps) {
      await service.pass(900);
      statuses.push((await second(await first(), totpCode(service, factor.secret, seconds))).status);
    }
    expect(statuses).toEqual([401, 200, 200, 200, 401]);
  });
});

describe("a phone whose clock is wrong", () => {
  const answerTo = async (seconds: number) => {
    await service.pass(900);
    const { code, clock_off } = (await second(await first(), totpCode(service, factor.secret, seconds))).problem();
    return { code, clock_off };
  };

  test("is told so up to ten minutes, and nothing is accepted", async () => {
    const off = { code: "two_factor_invalid", clock_off: true };
    for (const seconds of [-600, -60, 60, 600]) expect(await answerTo(seconds), String(seconds)).toEqual(off);
    expect(await answerTo(660)).toEqual({ code: "two_factor_invalid", clock_off: undefined });
  });

  test("gains nothing by the answer: a code told of is refused when its time comes", async () => {
    await service.pass(900);
    const ahead = totpCode(service, factor.secret, 60);
    expect((await second(await first(), ahead)).problem()).toMatchObject({ clock_off: true });
    await service.pass(60);
    expect((await second(await first(), ahead)).problem()).toMatchObject({ code: "two_factor_invalid" });
    await service.pass(60);
    expect((await second(await first(), now())).status).toBe(200);
  });
});

describe("an authenticator code", () => {
  test("is read as phones and keyboards write it", async () => {
    const code = now().replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    const body = { email, password, two_factor_code: `\u200f${code.slice(0, 3)}\u2212${code.slice(3)}.` };
    expect((await service.call("signin", { body })).status).toBe(200);
  });

  test("sent fifty times at once is accepted once", async () => {
    const code = now();
    const body = { email, password, two_factor_code: code };
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.call("signin", { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await service.call("signin", { body })).status).not.toBe(200);
  });

  test("used for one purpose is used for all", async () => {
    const code = now();
    await second(await first(), code);
    const body = { password, code };
    expect((await service.call("twoFactorDisable", { body, ...by(anna.token) })).problem().code).toBe(
      "two_factor_invalid",
    );
  });

  test("is checked five times per quarter of an hour, also in two hundred concurrent guesses", async () => {
    const token = await first();
    const answers = await Promise.all(Array.from({ length: 200 }, () => second(token, wrong(now()))));
    const codes = answers.map((response) => response.problem().code);
    expect(codes.filter((code) => code === "two_factor_invalid")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(195);
    const emails = (await service.emails(email)).filter(({ kind }) => kind === "two_factor_failed");
    expect(emails).toHaveLength(1);
  });

  test("is locked after a hundred wrong ones, until a recovery code is used", async () => {
    await service.upstream.context.db.orm.update(totp).set({ failures: 98 });
    const token = await first();
    for (const code of ["two_factor_invalid", "two_factor_invalid", "account_locked"]) {
      expect((await second(token, wrong(now()))).problem().code).toBe(code);
    }
    expect((await second(token, now())).problem()).toMatchObject({ code: "account_locked", status: 423 });
    expect((await second(token, factor.recoveryCodes[0] ?? "")).status).toBe(200);
    expect((await second(await first(), now())).status).toBe(200);
  });
});

describe("recovery codes", () => {
  test("are ten single-use codes, accepted in any spelling, stored as hashes", async () => {
    expect(new Set(factor.recoveryCodes).size).toBe(10);
    const [usedCode = "", unusedCode = ""] = factor.recoveryCodes;
    expect(usedCode).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect((await second(await first(), usedCode.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await second(await first(), usedCode)).problem().code).toBe("two_factor_invalid");
    expect((await second(await first(), unusedCode)).status).toBe(200);
    const storedCodes = JSON.stringify(await service.upstream.context.db.orm.select().from(recoveryCode));
    expect(storedCodes).not.toContain(usedCode);
    expect((await service.emails(email)).map(({ kind }) => kind)).toContain("recovery_code_used");
  });

  test("sent several times at once count as one use", async () => {
    const token = await first();
    const answers = await Promise.all(Array.from({ length: 5 }, () => second(token, factor.recoveryCodes[0] ?? "")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("the authenticator", () => {
  test("is set up with the password, and enabled by its first correct code", async () => {
    const bob = await signedUp(service, "bob@example.com");
    const generate = (typed: string) =>
      service.call("twoFactorGenerate", { body: { password: typed }, ...by(bob.token) });
    expect(refused(await generate("not his password"))).toMatchObject({
      errors: [{ pointer: "/password", code: "password_wrong" }],
    });
    const { data } = (await generate(password)).reply();
    expect(data.otpauth_uri).toBe(
      `otpauth://totp/Kursa:bob%40example.com?issuer=Kursa&secret=${data.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    await signedIn(service, bob.email);
    const enable = (code: string) => service.call("twoFactorEnable", { body: { code }, ...by(bob.token) });
    expect((await enable(wrong(totpCode(service, data.secret)))).problem().code).toBe("two_factor_invalid");
    await service.pass(600);
    expect((await enable(totpCode(service, data.secret))).problem().code).toBe("code_expired");
  });

  test("secret is stored encrypted, and cannot be replaced while enabled", async () => {
    const storedSecrets = JSON.stringify(await service.upstream.context.db.orm.select().from(totp));
    expect(storedSecrets).not.toContain(factor.secret);
    const again = await service.call("twoFactorGenerate", { body: { password }, ...by(anna.token) });
    expect(again.problem().code).toBe("invalid_transition");
  });

  test("secret encrypted with an older key is readable, and re-encrypted when used", async () => {
    const { env, db } = service.upstream.context;
    const [newest = ""] = env.ACCOUNT_SECRETS;
    Object.assign(env, { ACCOUNT_SECRETS: ["b".repeat(32), newest] });
    expect((await second(await first(), now())).status).toBe(200);
    Object.assign(env, { ACCOUNT_SECRETS: ["b".repeat(32)] });
    await service.pass(60);
    expect((await second(await first(), now())).status).toBe(200);
    expect(await db.orm.select().from(totp)).toHaveLength(1);
  });

  test("change ends the other sessions, freezes withdrawals and notifies the member", async () => {
    const { data: half } = (await second(await first(), now())).reply();
    await service.pass(60);
    const body = { password, code: now() };
    const { data } = (await service.call("twoFactorDisable", { body, ...by(anna.token) })).reply();
    expect(data).toMatchObject({ enabled: false, sessions_revoked: 1 });
    expect((await profile(String(half.access_token))).status).toBe(401);
    expect((await profile(anna.token)).status).toBe(401);
    expect((await profile(data.access_token)).reply().data.two_factor).toEqual({ enabled: false, recovery_left: 0 });
    const kinds = (await service.emails(email)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["two_factor_enabled", "two_factor_disabled"]));
    await signedIn(service, email);
  });
});

test("a password reset needs the second factor too, and checking it costs no attempt of the code", async () => {
  const { data } = (await service.call("passwordResetCode", { body: { email } })).reply();
  const body = { challenge_id: data.challenge_id, email, code: await codeFor(service, email, "reset"), password };
  const update = (two_factor_code: string | null) =>
    service.call("passwordUpdate", { body: { ...body, two_factor_code } });
  for (let at = 0; at < 6; at += 1) expect((await update(null)).problem().code).toBe("two_factor_required");
  expect((await update(wrong(now()))).problem().code).toBe("two_factor_invalid");
  expect((await update(now())).status).toBe(200);
});
