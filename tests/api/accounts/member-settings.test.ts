import { beforeEach, describe, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/index.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, from, type Member, password, signedIn, signedUp } from "../../support/service/members.ts";
import { askForAddress, type SavedAddressInput, saveAddress } from "../../support/service/saved-addresses.ts";

const email = "anna@example.com";
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, email, { ...from("192.0.2.1"), headers: { "User-Agent": "First browser" } });
});

describe("the profile", () => {
  const change = (body: object) => service.call("memberSettingsProfile", { body, ...by(anna.token) });

  test("changes the given fields and keeps the others", async () => {
    const settings = {
      name: "  Anna   Ozola ",
      locale: "ru",
      timezone: "Europe/Riga",
      phone: "+371 (20) 000-000",
    } as const;
    const { data } = (await change({ ...settings, notifications: { news: true } })).reply();
    expect(data).toMatchObject({ name: "Anna Ozola", locale: "ru", timezone: "Europe/Riga", phone: "+37120000000" });
    expect(data.notifications).toEqual({ order_email: true, login_email: true, news: true });
    expect((await change({ phone: null })).reply().data).toMatchObject({ name: "Anna Ozola", phone: null });
  });

  test("cannot turn the emails about sign-ins off: a thief in the account would do it first", async () => {
    const notifications = { order_email: true, login_email: false, news: false };
    await change({ notifications } as object);
    await service.ctx.db.orm.update(member).set({ loginLetters: false });
    await signedIn(service, email, from("203.0.113.77"));
    await service.runJobs();
    const subjects = (await service.emails(email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining("New sign-in to your account"));
  });

  test("sends a last email when emails about orders are turned off, and other changes are in the history", async () => {
    const history = async () => {
      const { data } = (await service.call("memberLogins", { query: {}, ...by(anna.token) })).reply();
      return data.map(({ event }) => event).filter((event) => event !== "registered" && event !== "signed_in");
    };
    await change({ notifications: { order_email: false }, name: "Anna" } as object);
    expect(
      (await change({ notifications: { order_email: false }, name: "Anna" } as object)).reply().data,
    ).toMatchObject({
      name: "Anna",
      notifications: { order_email: false },
    });
    expect((await history()).sort()).toEqual(["order_emails_off", "profile_changed"]);
    await service.runJobs();
    const told = (await service.emails(email)).filter(({ kind }) => kind === "order_emails_off");
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("withdrawals/report?t=");
    await change({ notifications: { order_email: true } } as object);
    expect((await history()).sort()).toEqual(["order_emails_off", "profile_changed", "profile_changed"]);
  });

  test.each(["anna@kursa.example", "https://kursa.example", "<b>"])("refuses the name %j", async (name) => {
    expect(refused(await change({ name })).errors).toMatchObject([{ pointer: "/name", code: "name_format" }]);
  });

  test("refuses invalid fields, each with its own error, and changes nothing", async () => {
    const wrong = { name: "Anna <b>", timezone: "Mars/Olympus", phone: "20000000", locale: "ru" };
    expect(refused(await change(wrong)).errors).toEqual([
      { pointer: "/name", code: "name_format" },
      { pointer: "/phone", code: "phone_format" },
      { pointer: "/timezone", code: "timezone_unknown" },
    ]);
    expect((await change({})).reply().data).toMatchObject({ name: null, locale: "en" });
  });
});

describe("sessions", () => {
  test("are listed with origin and client, and can be ended one by one or all but the current", async () => {
    const phone = { ...from("198.51.100.1"), headers: { "User-Agent": "A phone" } };
    const other = await signedIn(service, email, phone);
    await signedIn(service, email, phone);
    const list = async (token: string) => (await service.call("memberSessions", by(token))).reply().data;
    const sessions = await list(anna.token);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { client: "First browser", address: "192.0.2.1" },
    ]);
    const [current] = (await list(other)).filter((session) => session.current);
    const revoke = { query: { id: current?.id ?? "" }, ...by(anna.token) };
    expect((await service.call("memberSessionRevoke", revoke)).status).toBe(204);
    expect((await service.call("memberProfile", by(other))).status).toBe(401);
    expect((await service.call("memberSessionRevoke", revoke)).problem().code).toBe("not_found");
    const { data } = (await service.call("memberSessionsRevoke", by(anna.token))).reply();
    expect(data.sessions_revoked).toBe(1);
    expect(await list(anna.token)).toHaveLength(1);
  });

  test("leave a history, newest first, with pages", async () => {
    await service.pass(1);
    await service.call("signin", { body: { email, password: "not her password" }, ...from("198.51.100.1") });
    await service.pass(1);
    await signedIn(service, email);
    const page = async (query: object) => (await service.call("memberLogins", { query, ...by(anna.token) })).reply();
    const all = await page({});
    expect(all.data.map(({ event }) => event)).toEqual(["signed_in", "sign_in_failed", "registered"]);
    expect(all.data[1]).toMatchObject({ address: "198.51.100.1", method: "password" });
    const second = await page({ page: "2", per_page: "2" });
    expect(second.data.map(({ event }) => event)).toEqual(["registered"]);
    expect(second.meta).toEqual({ page: 2, per_page: 2, total: 3, last_page: 2, has_more: false });
  });
});

describe("the address book", () => {
  const add = (place: SavedAddressInput) => saveAddress(service, anna, place);
  const list = async (query = {}) => (await service.call("memberAddresses", { query, ...by(anna.token) })).reply().data;

  test("accepts what an order accepts, without duplicates, and lists by asset", async () => {
    const wallet = { asset: "usdt-trc20", label: "My wallet", account: tronAddress };
    const { data } = (await add(wallet)).reply();
    await add({ asset: "paypal-usd", label: "PayPal", account: "Anna@Example.com" });
    expect((await add({ ...wallet, label: "Cold wallet" })).reply().data.id).toBe(data.id);
    expect((await list()).map(({ label }) => label)).toEqual(["Cold wallet", "PayPal"]);
    expect(await list({ asset: "usdt-trc20" })).toMatchObject([{ account: tronAddress, memo: null }]);
    const remove = { query: { id: data.id }, ...by(anna.token) };
    expect((await service.call("memberAddressRemove", remove)).status).toBe(204);
    expect((await service.call("memberAddressRemove", remove)).status).toBe(404);
  });

  test("refuses an invalid address, an unknown asset and an empty label", async () => {
    const mistyped = { asset: "usdt-trc20", label: "", account: tronAddress.replace("Q", "R") };
    expect(refused(await askForAddress(service, anna, mistyped)).errors).toMatchObject([
      { pointer: "/account", code: "address_checksum" },
      { pointer: "/label", code: "required" },
    ]);
    const gold = { asset: "gold", label: "x", account: "y" };
    expect(refused(await askForAddress(service, anna, gold)).errors).toEqual([{ pointer: "/asset", code: "invalid" }]);
  });
});

describe("a password change", () => {
  const change = (current_password: string, next: string) =>
    service.call("memberSettingsPassword", { body: { current_password, password: next }, ...by(anna.token) });

  test("ends other sessions, freezes withdrawals, notifies the member and renews the bearer", async () => {
    const other = await signedIn(service, email);
    const { data } = (await change(password, "another horse entirely")).reply();
    expect(data).toMatchObject({ sessions_revoked: 1, withdrawals_frozen_until: "2026-11-22T12:00:00.000Z" });
    for (const token of [other, anna.token]) {
      expect((await service.call("memberProfile", by(token))).status).toBe(401);
    }
    const { data: sessions } = (await service.call("memberSessions", by(data.access_token))).reply();
    expect(sessions).toMatchObject([{ current: true, expires_at: data.expires_at }]);
    expect((await service.call("memberProfile", by(data.access_token))).reply().data.withdrawals_frozen_until).toBe(
      data.withdrawals_frozen_until,
    );
    expect((await service.emails(email)).map(({ kind }) => kind)).toContain("password_changed");
  });

  test("needs the current password, within ten attempts, and a different new one", async () => {
    expect(refused(await change(password, password)).errors).toEqual([{ pointer: "/password", code: "password_same" }]);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => change("not her password", "another horse")));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await change(password, "another horse")).status).toBe(429);
  });
});
