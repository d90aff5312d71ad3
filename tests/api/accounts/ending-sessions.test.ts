import { beforeEach, describe, expect, test } from "vitest";
import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import { wireRequest } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, from, type Member, password, signedIn, signedUp } from "../../support/service/members.ts";

const email = "anna@example.com";
const atOnce = 32;

/** What each call that ends sessions needs to do it; `memberSessionRevoke` needs the session's id too. */
const right = {
  logout: undefined,
  memberSessionsRevoke: undefined,
  memberSessionRevoke: undefined,
  memberSettingsPassword: { current_password: password, password: "another horse entirely" },
  memberClose: { password },
};
const names = Object.keys(right) as (keyof typeof right)[];

let service: Exchange;
let anna: Member;
let eve: Member;
/** Anna's other device. */
let other: string;

beforeEach(async () => {
  service = await exchange({ settings: { RATE_LIMITS: "off" } });
  anna = await signedUp(service, email);
  eve = await signedUp(service, "eve@example.com", from("198.51.100.7"));
  other = await signedIn(service, email);
});

type Sent = { body?: unknown; id?: string };

/** Without the contract's types, as a stranger sends it; the status. */
async function send(name: EndpointName, bearer: string, { body, id }: Sent = {}): Promise<number> {
  const request = wireRequest(name, {
    ...by(bearer),
    query: { id },
    ...(body !== undefined && { body: Object(body) }),
  });
  return (await service.fetch(request)).status;
}
const isOpen = async (bearer: string) => (await service.call("memberProfile", by(bearer))).status === 200;
const open = () => Promise.all([anna.token, other, eve.token].map(isOpen));
const idOf = async (bearer: string) => {
  const sessions = (await service.call("memberSessions", by(bearer))).reply().data;
  return sessions.find(({ current }) => current)?.id ?? "";
};

test("another member's session is not ended by its id, and is not told from one that does not exist", async () => {
  const id = await idOf(anna.token);
  const unknown = await send("memberSessionRevoke", eve.token, { id: "no-such-session" });
  expect(await send("memberSessionRevoke", eve.token, { id })).toBe(unknown);
  for (const name of ["memberSessionsRevoke", "logout"] as const) await send(name, eve.token, { id });
  expect(await open()).toEqual([true, true, false]);
});

test("a session can be ended twice, and many times at once", async () => {
  const id = await idOf(other);
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, at) =>
      at % 2 === 0 ? send("memberSessionRevoke", anna.token, { id }) : send("logout", other),
    ),
  );
  // A sign-out always succeeds; an ended session is one that does not exist.
  for (const status of answers) expect([204, 404]).toContain(status);
  expect(answers).toContain(204);
  expect([await send("memberSessionRevoke", anna.token, { id }), await send("logout", other)]).toEqual([404, 204]);
  expect(await open()).toEqual([true, false, true]);
});

test("two devices that end each other at once are answered without an error, and the sessions of other members stay", async () => {
  const calls = Array.from({ length: atOnce }, (_, at) =>
    send("memberSessionsRevoke", at % 2 === 0 ? anna.token : other),
  );
  const statuses = await Promise.all(calls);
  for (const status of statuses) expect([200, 401]).toContain(status);
  expect(statuses).toContain(200);
  const [mine, others, eves] = await open();
  expect([mine !== others, eves]).toEqual([true, true]);
});

test("all of these calls at once are answered without an error, and the sessions of other members stay", async () => {
  const id = await idOf(other);
  const calls = Array.from({ length: 4 }, () => names)
    .flat()
    .map((name, at) => send(name, at % 2 === 0 ? anna.token : other, { id, body: right[name] }));
  for (const status of await Promise.all(calls)) expect(status).toBeLessThan(500);
  expect(await isOpen(eve.token)).toBe(true);
});

describe("ends no session", () => {
  test.each([
    ["a list", []],
    ["no password", {}],
    ["a number", { password: 1, current_password: 1 }],
    ["an object", { password: { $ne: "" }, current_password: { $ne: "" } }],
    ["a list of passwords", { password: [password], current_password: [password] }],
    ["null", { password: null, current_password: null }],
    ["a NUL", { password: "\0", current_password: "\0" }],
    ["100,000 letters", { password: "p".repeat(100_000), current_password: "p".repeat(100_000) }],
    [
      "another member's id beside a wrong password",
      { password: "wrong horse", current_password: "wrong horse", id: "1" },
    ],
  ])("a change of password or a closing with %s", async (_, body) => {
    for (const name of ["memberSettingsPassword", "memberClose"] as const) {
      const status = await send(name, anna.token, { body });
      expect([400, 413, 422], `${name}: ${status}`).toContain(status);
    }
    expect(await open()).toEqual([true, true, true]);
  });

  test.each([
    ["a path", "../sessions"],
    ["a NUL", "\0"],
    ["64 letters", "s".repeat(64)],
    ["100,000 letters", "s".repeat(100_000)],
    ["a wildcard", "%"],
  ])("%s instead of its id", async (_, id) => {
    const status = await send("memberSessionRevoke", anna.token, { id });
    expect(status).toBeGreaterThanOrEqual(204);
    expect(status).toBeLessThan(500);
    expect(await open()).toEqual([true, true, true]);
  });

  test.each([
    ["no bearer", () => ""],
    ["a made-up one", () => "x".repeat(43)],
    ["a too long one", () => "x".repeat(10_000)],
    ["two in one", () => `${anna.token} ${other}`],
    ["a shortened one", () => anna.token.slice(0, -1)],
  ])("a call with %s", async (_, bearer) => {
    const id = await idOf(other);
    for (const name of names) {
      // The answer to a sign-out says nothing about the bearer.
      expect(await send(name, bearer(), { id, body: right[name] }), name).toBe(name === "logout" ? 204 : 401);
    }
    expect(await open()).toEqual([true, true, true]);
  });

  test("a bearer whose session has expired or was ended", async () => {
    await service.call("logout", by(other));
    const id = await idOf(anna.token);
    const refused = async (bearer: string) => {
      for (const name of names.filter((callName) => callName !== "logout")) {
        expect(await send(name, bearer, { id, body: right[name] }), name).toBe(401);
      }
    };
    await refused(other);
    expect(await open()).toEqual([true, false, true]);
    await service.pass(40 * 24 * 3600);
    await refused(anna.token);
    expect(await signedIn(service, email)).not.toBe("");
  });
});
