import { beforeEach, describe, expect, test } from "vitest";
import { memberSession } from "../../../upstream/db/schema/accounts.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, from, type Member, password, signedIn, signedUp } from "../../support/service/members.ts";

const email = "anna@example.com";
const home = "192.0.2.1";
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, email, from(home));
});

const signin = (typed: { email?: string; password?: string }, address = home, headers = {}) =>
  service.call("signin", { body: { email, password, ...typed }, headers, ...from(address) });
const profile = (token: string) => service.call("memberProfile", by(token));

describe("signing in", () => {
  test("opens a new session each time; signing out invalidates its bearer", async () => {
    const [endedToken, activeToken] = [await signedIn(service, email), await signedIn(service, "ANNA@example.com")];
    expect(endedToken).not.toBe(activeToken);
    expect((await service.call("logout", by(endedToken))).status).toBe(204);
    expect((await profile(endedToken)).status).toBe(401);
    expect((await profile(activeToken)).status).toBe(200);
  });

  test("gives byte-identical responses for a wrong password and an unknown address", async () => {
    const answers = [
      await signin({ password: "not her password" }),
      await signin({ email: "nobody@example.com" }),
      await signin({ email: "nobody@example.com", password: "not her password" }),
    ];
    const outcomes = answers.map(({ status, text, headers }) => [
      status,
      text.replace(/"request_id":"\w+"/, ""),
      [...headers].filter(([name]) => name !== "x-request-id"),
    ]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
    expect(answers[0]?.problem().code).toBe("invalid_credentials");
  });

  test("writes as many rows for an unknown address as for a known one", async () => {
    const rows = async () => {
      const { rows: tables } = await service.upstream.context.db.query(
        "select (select count(*) from security_event)::int as events, (select count(*) from attempt)::int as attempts",
      );
      return tables[0];
    };
    const before = await rows();
    await signin({ password: "not her password" }, "198.51.100.1");
    const afterMember = await rows();
    await signin({ email: "nobody@example.com" }, "198.51.100.1");
    const unknown = await rows();
    const grown = (from: typeof before, to: typeof before) =>
      Object.entries(to ?? {}).map(([name, count]) => Number(count) - Number(from?.[name]));
    expect(grown(afterMember, unknown)).toEqual(grown(before, afterMember));
  });

  test("notifies the member of a new origin, not of a known one", async () => {
    const notifications = async () => (await service.emails(email)).filter(({ kind }) => kind === "signed_in");
    await signin({});
    expect(await notifications()).toEqual([]);
    await signin({}, "198.51.100.7", { "User-Agent": "A browser\u00e9 of hers" });
    await signin({}, "198.51.100.7");
    const [sentEmail, ...others] = await notifications();
    expect(others).toEqual([]);
    expect(sentEmail?.text).toContain("IP address: 198.51.100.7");
    expect(sentEmail?.text).toContain("Browser: A browser of hers");
  });
});

describe("guessing a password", () => {
  test("is blocked for a quarter of an hour after ten attempts, concurrent or not", async () => {
    const guesses = Array.from({ length: 60 }, () => signin({ password: "not her password" }, "198.51.100.9"));
    const codes = (await Promise.all(guesses)).map((response) => response.problem().code);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(10);
    const refusal = await signin({}, "198.51.100.9");
    expect(refused(refusal)).toMatchObject({ status: 429 });
    expect(refusal.headers.get("Retry-After")).toBe("900");
    await service.pass(900);
    expect((await signin({}, "198.51.100.9")).status).toBe(200);
  });

  test("from many origins is blocked after ten attempts, without blocking the member's known origin", async () => {
    for (let at = 0; at < 15; at += 1) await signin({ password: "not her password" }, `198.51.100.${at}`);
    expect((await signin({}, "203.0.113.1")).status).toBe(429);
    expect((await signin({})).status).toBe(200);
    // From another origin a code from the mailbox works.
    const { data } = (await service.call("passwordResetCode", { body: { email }, ...from("203.0.113.2") })).reply();
    const body = { challenge_id: data.challenge_id, email, code: await codeFor(service, email, "reset"), password };
    expect((await service.call("passwordUpdate", { body, ...from("203.0.113.2") })).status).toBe(200);
    expect((await signin({}, "203.0.113.2")).status).toBe(200);
  });

  test("for an unknown address is blocked alike", async () => {
    const statuses = async (address: string, target: string) => {
      const results = [];
      for (let at = 0; at < 12; at += 1) results.push((await signin({ email: target }, address)).status);
      return results;
    };
    const ofMember = await Promise.all(
      Array.from({ length: 12 }, () => signin({ password: "not her password" }, "198.51.100.1")),
    );
    expect(await statuses("198.51.100.2", "nobody@example.com")).toEqual(ofMember.map(({ status }) => status).sort());
  });

  test("is not unblocked by forged address headers", async () => {
    for (let at = 0; at < 10; at += 1) {
      await signin({ password: "not her password" }, "198.51.100.3", {
        "X-Forwarded-For": `203.0.113.${at}`,
        "Client-Address": `203.0.113.${at}`,
        Forwarded: `for=203.0.113.${at}`,
      });
    }
    expect((await signin({}, "198.51.100.3", { "Client-Address": home })).status).toBe(429);
  });
});

describe("a bearer", () => {
  test("that is missing, unknown, expired or malformed gets the same response", async () => {
    await service.call("logout", by(anna.token));
    const idle = await signedIn(service, email);
    await service.pass(3600);
    const headers = [
      {},
      by("unknown").headers,
      by(anna.token).headers,
      by(idle).headers,
      { Authorization: "Basic YTpi" },
      { Authorization: "Bearer" },
      { Authorization: `Bearer ${"x".repeat(5000)}` },
    ];
    const answers = await Promise.all(
      headers.map((requestHeaders) => service.call("memberProfile", { headers: { ...requestHeaders } })),
    );
    const outcomes = answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"\w+"/, "")}`);
    expect(new Set(outcomes).size).toBe(1);
    expect(answers[0]?.problem()).toMatchObject({ status: 401, code: "unauthenticated" });
  });

  test("expires an hour after its last use, and after a day at most", async () => {
    const token = await signedIn(service, email);
    for (let minutes = 0; minutes + 55 < 24 * 60; minutes += 55) {
      expect((await profile(token)).status).toBe(200);
      await service.pass(55 * 60);
    }
    await service.pass(10 * 60);
    expect((await profile(token)).status).toBe(401);
  });

  test("is stored as a hash", async () => {
    const rows = await service.upstream.context.db.orm.select().from(memberSession);
    expect(JSON.stringify(rows)).not.toContain(anna.token);
  });
});

describe("a password reset", () => {
  const reset = async (typed: { password?: string; code?: string } = {}) => {
    const { data } = (await service.call("passwordResetCode", { body: { email } })).reply();
    const body = {
      challenge_id: data.challenge_id,
      email,
      code: await codeFor(service, email, "reset"),
      password,
      ...typed,
    };
    return service.call("passwordUpdate", { body });
  };

  test("ends all sessions, freezes withdrawals for a day, and notifies the member", async () => {
    await signedIn(service, email);
    const { data } = (await reset({ password: "another horse entirely" })).reply();
    expect(data).toEqual({ sessions_revoked: 2, withdrawals_frozen_until: "2026-11-22T12:00:00.000Z" });
    expect((await profile(anna.token)).status).toBe(401);
    expect((await signin({})).status).toBe(401);
    expect((await signin({ password: "another horse entirely" })).status).toBe(200);
    expect((await service.emails(email)).map(({ kind }) => kind)).toContain("password_reset");
  });

  test("gets the same response with and without an account; without one no email is sent", async () => {
    const ofMember = await service.call("passwordResetCode", { body: { email } });
    const unknown = await service.call("passwordResetCode", { body: { email: "nobody@example.com" } });
    const shape = (text: string) => text.replace(/"ch_\w+"/, "");
    expect(shape(unknown.text)).toBe(shape(ofMember.text));
    expect(await service.emails("nobody@example.com")).toEqual([]);
    const guess = {
      challenge_id: unknown.reply().data.challenge_id,
      email: "nobody@example.com",
      code: "000000",
      password,
    };
    expect((await service.call("passwordUpdate", { body: guess })).problem()).toMatchObject({
      code: "code_invalid",
      attempts_left: 4,
    });
  });
});

test("no password, code or bearer is logged", async () => {
  const lines: string[] = [];
  service = await exchange({ onLog: (line) => lines.push(line) });
  anna = await signedUp(service, email);
  const code = await codeFor(service, email);
  await signin({ password: "not her password" });
  await profile(anna.token);
  expect(lines.length).toBeGreaterThan(3);
  for (const secret of [password, "not her password", anna.token, code, email]) {
    expect(lines.join("\n")).not.toContain(secret);
  }
});
