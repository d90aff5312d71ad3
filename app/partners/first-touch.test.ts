import { describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";
import { firstTouches } from "./first-touch.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const secret = "s".repeat(32);
const settings = { isOn: true, secrets: [secret], secure: true, hasConsent: () => true };
const touches = (change: Partial<typeof settings> = {}) => firstTouches({ ...settings, ...change });

/** A page of the visit, with the cookies that the browser sends. */
const page = (search = "", cookie = "") =>
  new Request(`https://kursa.example/En${search}`, { headers: cookie ? { Cookie: cookie } : {} });
/** The Cookie header a browser sends back for a Set-Cookie header. */
const sentBack = (setCookie: string | null) => setCookie?.split(";")[0] ?? "";
const anna = async () => sentBack(await touches().rememberedBy(page("?partner=ANNA7"), now));

describe("the first link of a browser", () => {
  test("is remembered with its time, and a second one does not replace it", async () => {
    const cookie = await anna();
    expect(cookie).not.toContain("ANNA7");
    expect(await touches().rememberedBy(page("?partner=EVE", cookie), later(1))).toBeNull();
    expect(await touches().remember(page("", cookie), "?partner=EVE", later(1))).toBeNull();
    const touch = { partner: "ANNA7", partner_at: now.toISOString() };
    expect(await touches().touchOf(page("?partner=EVE", cookie), later(89))).toEqual(touch);
  });

  test("makes room for another when its 90 days are over", async () => {
    const cookie = await anna();
    expect(await touches().touchOf(page("", cookie), later(91))).toEqual({});
    expect(await touches().rememberedBy(page("?partner=EVE", cookie), later(91))).not.toBeNull();
  });

  test("sets no cookie before a Yes, and its code works within the visit", async () => {
    const asked = touches({ hasConsent: () => false });
    expect(await asked.rememberedBy(page("?partner=ANNA7"), now)).toBeNull();
    expect(asked.carriedBy(page("?partner=ANNA7"))).toBe("ANNA7");
    expect(await asked.touchOf(page("?partner=ANNA7"), now)).toEqual({ partner: "ANNA7" });
    expect(await asked.touchOf(page(), now)).toEqual({});
  });

  test("is forgotten after a No", () => {
    expect(touches().forget()).toMatch(/^__Host-partner=; Max-Age=0;/);
  });

  test("is ignored without a programme", async () => {
    const off = touches({ isOn: false });
    const request = page("?partner=ANNA7", await anna());
    expect([await off.touchOf(request, now), off.carriedBy(request)]).toEqual([{}, null]);
    expect(await off.remember(page(), "?partner=ANNA7", now)).toBeNull();
  });
});

describe("a planted cookie", () => {
  const eve = { code: "EVE", at: later(-30).toISOString() };
  const sealed = async (name: string, secrets: string[], secure = true) =>
    sentBack(
      await sealedCookie({ name, schema: z.unknown(), maxAgeSeconds: 9_999_999, secrets, secure }).write(eve, now),
    );
  /** By name: the Cookie header of it. */
  const planted: [string, () => Promise<string>][] = [
    ["unsealed", async () => `__Host-partner=${JSON.stringify(eve)}`],
    ["unsealed, as a plain code", async () => "__Host-partner=EVE"],
    ["sealed with another secret", () => sealed("partner", ["another-secret".repeat(3)])],
    // Only a host itself can set a cookie with the prefix.
    ["of another host of the domain", async () => (await sealed("partner", [secret])).replace("__Host-", "")],
    ["sealed for another cookie", async () => (await sealed("orders", [secret])).replace("orders", "partner")],
    ["changed", async () => `${(await anna()).slice(0, -4)}AAAA`],
  ];

  test.each(planted)("%s is not read, and the visit's own code counts", async (_, make) => {
    const cookie = await make();
    expect(await touches().touchOf(page("", cookie), now)).toEqual({});
    expect(await touches().touchOf(page("?partner=ANNA7", cookie), now)).toEqual({ partner: "ANNA7" });
    expect(await touches().rememberedBy(page("?partner=ANNA7", cookie), now)).not.toBeNull();
  });
});
