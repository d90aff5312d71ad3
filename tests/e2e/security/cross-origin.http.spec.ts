import { isOneClickPath } from "../../../app/http/paths/page-rules.ts";
import { splitPath } from "../../../app/i18n/languages.ts";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import { Member } from "../people/member.ts";
import { bearerOf, cookieHeader } from "../setup/cookies.ts";
import { filled, siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

type Attack = { method?: string; headers: Record<string, string>; body?: string };

const form = "application/x-www-form-urlencoded";
const body = "intent=send&email=a%40b.co&password=x&id=1&token=x&theme=dark&_method=DELETE";
const sameOrigin = (origin: string) => ({ Origin: origin, "Content-Type": form });

/** Requests another site can make a browser send, and some that only a program sends. */
function attacks(origin: string): Record<string, Attack> {
  const foreign = { Origin: "https://evil.example", "Content-Type": form };
  const neighbour = `https://shop.${new URL(origin).host}`;
  return {
    "another origin": { headers: foreign, body },
    "origin null": { headers: { ...foreign, Origin: "null" }, body },
    "no origin": { headers: { "Content-Type": form }, body },
    "no origin, said to be cross-site": { headers: { "Content-Type": form, "Sec-Fetch-Site": "cross-site" }, body },
    "our origin, said to be cross-site": { headers: { ...sameOrigin(origin), "Sec-Fetch-Site": "cross-site" }, body },
    "our origin, said to be same-site": { headers: { ...sameOrigin(origin), "Sec-Fetch-Site": "same-site" }, body },
    "a sub-domain": { headers: { ...foreign, Origin: neighbour, "Sec-Fetch-Site": "same-site" }, body },
    "JSON as plain text": { headers: { ...foreign, "Content-Type": "text/plain" }, body: '{"intent":"send"}' },
    "a form with a file": {
      headers: { ...foreign, "Content-Type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nremove\r\n--x--\r\n',
    },
    PUT: { method: "PUT", headers: foreign, body },
    PATCH: { method: "PATCH", headers: foreign, body },
    DELETE: { method: "DELETE", headers: foreign },
  };
}

/** The service uses no cookies: a forged request acts for nobody. */
const actions = siteRoutes().filter(({ path, hasAction }) => hasAction && path !== "/api/v1/*");

test("every action refuses requests from other origins with a 403 page and no effect", async ({
  page,
  site,
  context,
}) => {
  test.setTimeout(240_000);
  expect(actions.length).toBeGreaterThan(80);
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const orderKey = await member.office.order();
  await member.office.opens(page, "en", orderKey);
  const Cookie = await cookieHeader(context);
  const bearer = await bearerOf(site, context);
  const before = await belongings(member, orderKey, bearer);

  for (const { path } of actions) {
    // One-click unsubscribe of mail programs (RFC 8058), which send any origin; their own tests show that the key decides.
    if (isOneClickPath(splitPath(path).path)) continue;
    const address = filled(path, { ref: orderKey.ref, page: "usdt-to-paypal", "*": "nowhere" });
    const lang = address.startsWith("/Ru") ? "ru" : "en";
    // The language copies of an action are the same action: one attack shows that for each page.
    const isCopy = /^\/(En|Ru)(\/|$)/.test(path);
    for (const [name, attack] of Object.entries(attacks(site.origin))) {
      if (isCopy && name !== "another origin") continue;
      for (const suffix of ["", ".data?_routes=root", "?_method=POST"]) {
        // One attack distinguishes the address variants; the others vary the request.
        if (suffix !== "" && (isCopy || name !== "another origin")) continue;
        const response = await fetch(`${site.origin}${address}${suffix}`, {
          method: attack.method ?? "POST",
          headers: { Cookie, "Accept-Language": "en", ...attack.headers },
          body: attack.body ?? null,
          redirect: "manual",
        });
        const what = `${name} at ${address}${suffix}`;
        const text = await response.text();
        expect(response.status, what).toBe(403);
        expect(response.headers.get("set-cookie"), what).toBeNull();
        expect(text, what).toContain("<h1");
        expect(text, what).toContain(`<html lang="${lang}"`);
      }
    }
  }
  expect(await belongings(member, orderKey, bearer)).toEqual(before);
  expect(await member.isIn()).toBe(true);
});

test("actions refuse methods and content types that no form sends", async ({ site }) => {
  for (const { path } of actions.filter(({ path }) => !/^\/(En|Ru)(\/|$)/.test(path))) {
    const address = filled(path, { ref: "7Q2MK9XW3T", page: "usdt-to-paypal", "*": "nowhere" });
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const response = await fetch(site.origin + address, {
        method,
        headers: sameOrigin(site.origin),
        redirect: "manual",
      });
      expect(response.status, `${method} ${address}`).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
      expect(await response.text()).toContain("<h1");
    }
    // One-click unsubscribe has no rules of forms.
    if (isOneClickPath(address)) continue;
    const headers = { ...sameOrigin(site.origin), "Content-Type": "text/plain" };
    const response = await fetch(site.origin + address, { method: "POST", headers, body: "{}", redirect: "manual" });
    expect(response.status, `text at ${address}`).toBe(415);
    expect(await response.text()).toContain("<h1");
  }
});

/** Everything that a member's action could have changed. */
async function belongings({ office }: Member, orderKey: OrderKey, bearer: string): Promise<unknown> {
  const credentials = { headers: { Authorization: `Bearer ${bearer}` } };
  const calls = ["memberProfile", "memberAddresses", "memberLogins"] as const;
  const replies = await Promise.all(calls.map((name) => office.call(name, credentials)));
  const { data: sessions } = await office.call("memberSessions", credentials);
  const { checked_at: _, server_time: _now, payin, ...order } = await office.tracked(orderKey);
  // Signed anew whenever it is shown.
  const { signature: _signed, ...instructions } = payin ?? {};
  return [replies, sessions.map(({ id }) => id), order, instructions];
}
