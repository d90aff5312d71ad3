import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { googleIdentity, member } from "../../../upstream/db/schema/accounts.ts";
import { divertRequests } from "../../support/diverted-requests.mjs";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { type Google, startGoogle } from "../../support/service/google.ts";
import { by, password, signedUp, totpCode, withTwoFactor } from "../../support/service/members.ts";
import { type GoogleAccount, issuer } from "../../support/service/openid-provider.ts";

const account: GoogleAccount = { sub: "g-anna", email: "Anna@Example.com", name: "Anna Ozola" };
let google: Google;
let service: Exchange;

beforeEach(async () => {
  // The provider uses the machine's time in its tokens, so the service must too.
  vi.useFakeTimers({ toFake: ["Date"], now: testStart });
  google = await startGoogle();
  service = await exchange({ settings: google.settings });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (token_id: string, more: { password?: string; two_factor_code?: string; timezone?: string } = {}) =>
  service.call("socialGoogle", { body: { token_id, ...more } });
const profile = async (token: string | null) => (await service.call("memberProfile", by(String(token)))).reply().data;

describe("Google sign-in", () => {
  test("creates an account with the verified email, and finds it the next time", async () => {
    const token = await google.idToken(account);
    const refusal = (await show(token, { timezone: "Mars/Olympus" })).problem();
    expect(refusal.errors).toEqual([expect.objectContaining({ pointer: "/timezone", code: "timezone_unknown" })]);
    const { data } = (await show(token, { timezone: "Europe/Riga" })).reply();
    const first = await profile(data.access_token);
    expect(first).toMatchObject({
      email: "Anna@example.com",
      name: "Anna Ozola",
      email_verified: 1,
      timezone: "Europe/Riga",
    });
    expect(first.sign_in).toEqual({ password: false, google: true });
    const again = (await show(await google.idToken(account))).reply();
    expect((await profile(again.data.access_token)).id).toBe(first.id);
    expect(await service.upstream.context.db.orm.select().from(member)).toHaveLength(1);
  });

  test("accepts a token once, also with concurrent requests", async () => {
    const token = await google.idToken(account);
    const answers = await Promise.all(Array.from({ length: 10 }, () => show(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await show(token)).problem().code).toBe("invalid_credentials");
  });

  test("refuses an unverified email", async () => {
    const token = await google.idToken({ ...account, email_verified: false });
    expect((await show(token)).problem().code).toBe("email_not_verified");
  });

  test("is disabled without a client id", async () => {
    const token = await google.idToken(account);
    service = await exchange();
    expect((await show(token)).problem()).toMatchObject({ status: 501, code: "not_available" });
  });
});

describe("an account with the same email", () => {
  test("is linked once with its password, and notified", async () => {
    const anna = await signedUp(service, "anna@example.com");
    const token = await google.idToken(account);
    expect((await show(token)).problem()).toMatchObject({ status: 409, code: "email_taken" });
    expect((await show(token, { password: "not her password" })).problem().code).toBe("invalid_credentials");
    const { data } = (await show(token, { password })).reply();
    expect(await profile(data.access_token)).toMatchObject({ id: anna.id, sign_in: { password: true, google: true } });
    expect((await show(token, { password })).problem().code).toBe("invalid_credentials");
    expect((await show(await google.idToken(account))).status).toBe(200);
    expect((await service.emails("anna@example.com")).map(({ kind }) => kind)).toContain("google_linked");
  });

  test("is never linked without its password", async () => {
    await signedUp(service, "anna@example.com");
    const token = await google.idToken(account);
    for (let at = 0; at < 3; at += 1) expect((await show(token)).problem().code).toBe("email_taken");
    expect(await service.upstream.context.db.orm.select().from(googleIdentity)).toEqual([]);
  });
});

describe("with a second factor", () => {
  test("issues no bearer before the code; the token is accepted again only with one", async () => {
    const anna = await signedUp(service, "anna@example.com");
    const { secret } = await withTwoFactor(service, anna);
    await service.pass(60);
    await show(await google.idToken(account), { password, two_factor_code: totpCode(service, secret) });
    await service.pass(60);

    const token = await google.idToken(account);
    const { data } = (await show(token)).reply();
    expect(data).toMatchObject({ "2fa": true, access_token: null, methods: ["totp", "recovery"] });
    expect((await show(token)).problem().code).toBe("invalid_credentials");
    expect((await show(token, { two_factor_code: "000000" })).problem().code).toBe("two_factor_invalid");
    const opened = (await show(token, { two_factor_code: totpCode(service, secret) })).reply();
    expect((await profile(opened.data.access_token)).id).toBe(anna.id);
    await service.pass(60);
    const used = await show(token, { two_factor_code: totpCode(service, secret) });
    expect(used.problem().code).toBe("invalid_credentials");
  });

  test("can be completed with the sign-in token of the first response", async () => {
    const anna = await signedUp(service, "anna@example.com");
    const { secret } = await withTwoFactor(service, anna);
    await service.pass(60);
    const { data } = (await show(await google.idToken(account), { password })).reply();
    if (!data["2fa"]) throw new Error("No code was asked for");
    const body = { two_factor_token: data.two_factor_token, two_factor_code: totpCode(service, secret) };
    expect((await service.call("signin", { body })).reply().data["2fa"]).toBe(false);
  });
});

describe("a token is refused", () => {
  const signed = async () => {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    return new SignJWT({ sub: "g-anna", email: "anna@example.com", email_verified: true })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(issuer)
      .setAudience(google.settings.GOOGLE_CLIENT_ID ?? "")
      .setExpirationTime(new Date(testStart.getTime() + 3_600_000))
      .sign(privateKey);
  };

  test("with another key's signature under a known key id", async () => {
    expect((await show(await signed())).problem().code).toBe("invalid_credentials");
  });

  test("when unsigned, HMAC-signed with the public key, truncated or malformed", async () => {
    const [head = "", body = "", signature = ""] = (await google.idToken(account)).split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const { publicKey } = await generateKeyPair("RS256", { extractable: true });
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
    const hmac = await new SignJWT({ sub: "g-anna" }).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
    for (const token of [`${none}.${body}.`, hmac, `${head}.${body}`, `${head}.${body}.${signature}x`, "x", ""]) {
      expect((await show(token)).problem().code).toBe("invalid_credentials");
    }
  });

  test("for another client or issuer, or after it expired", async () => {
    const token = await google.idToken(account);
    const { settings } = google;
    service = await exchange({ settings: { ...settings, GOOGLE_CLIENT_ID: "another.apps.google.test" } });
    expect((await show(token)).problem().code).toBe("invalid_credentials");
    service = await exchange({ settings });
    // Real time is the service's without the offset of its clock.
    vi.spyOn(service.ctx.clock, "offsetSeconds").mockReturnValue(-2 * 3600);
    expect((await show(token)).problem().code).toBe("invalid_credentials");
    service = await exchange({ settings });
    expect((await show(token)).status).toBe(200);

    const impostor = await startGoogle("https://accounts.google.com.example");
    service = await exchange({ settings });
    expect((await show(await impostor.idToken(account))).problem().code).toBe("invalid_credentials");
  });

  test("with a temporary error when the keys cannot be loaded", async () => {
    const token = await google.idToken(account);
    divertRequests({ "https://www.googleapis.com": "http://127.0.0.1:9" });
    expect((await show(token)).problem()).toMatchObject({ status: 503, code: "maintenance" });
  });
});
