import { Member } from "../people/member.ts";
import { cookieHeader } from "../setup/cookies.ts";
import { filled, siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

/** Path parameters and values of queries and fields that no page of ours contains. */
const values = {
  "41 letters": "A".repeat(41),
  "a long text": "A".repeat(3000),
  NUL: "a\0b@c.de",
  "half a character": "%ED%A0%80",
  "a prototype": "__proto__",
};
/** What pages read from their queries. */
const queryNames =
  "q from until to page days reserve filter amount side pair pairs repeat ask product done next why with result key id";
/** Routes of their own programs; a live stream does not end. */
const skipped = /^\/api\/v1|\/stream$/;

test("no value in an address, query or form makes a page fail, for a guest or a member", async ({
  page,
  site,
  context,
}) => {
  test.setTimeout(300_000);
  const log = site.logFromNow();
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const order = await member.office.order();
  await member.office.opens(page, "en", order);
  const Cookie = await cookieHeader(context);
  // The language copies of a page are one module.
  const routes = siteRoutes().filter(({ path }) => !/^\/(Ru|En)(\/|$)/.test(path) && !skipped.test(path));
  const failures: string[] = [];
  const visit = async (path: string, init: RequestInit, what: string) => {
    const response = await fetch(site.origin + path, { redirect: "manual", ...init });
    await response.text();
    if (response.status >= 500) failures.push(`${response.status} ${init.method ?? "GET"} ${what}`);
  };
  for (const [at, { path, hasAction }] of routes.entries()) {
    const address = filled(path, {
      ref: order.ref,
      page: "usdt-to-paypal",
      id: "x",
      version: "2026-11-01",
      "*": "nowhere",
    });
    for (const headers of path.startsWith("/dashboard") ? [{ Cookie }] : [{ Cookie }, {}]) {
      const fields = hasAction && path !== "/sign-out" ? await fieldsOf(site.origin + address, headers) : [];
      for (const [turn, [name, value]] of Object.entries(values).entries()) {
        const text = value.startsWith("%") ? value : encodeURIComponent(value);
        const who = `${name} at ${path}`;
        const strange = path.replace(/:\w+|\*/g, text);
        if (strange !== path) await visit(strange, { headers }, who);
        const query = queryNames.split(" ").map((key) => `${key}=${text.slice(0, 500)}`);
        // A page and its data come from the same loader: each route takes another value to its data.
        const suffix = turn === at % Object.keys(values).length ? ".data" : "";
        await visit(`${address}${suffix}?${query.join("&")}`, { headers }, `${who} in the query`);
        if (fields.length === 0) continue;
        const body = fields.map((field) => `${field}=${text}`).join("&");
        const form = { ...headers, Origin: site.origin, "Content-Type": "application/x-www-form-urlencoded" };
        await visit(address, { method: "POST", headers: form, body }, `${who} in the form`);
      }
    }
  }
  expect(failures).toEqual([]);
  const lines = log().split("\n");
  expect(lines.filter((line) => /\[object Object\]|"level":"error"/.test(line))).toEqual([]);
});

/** The names of all fields on a page, and some that it does not have. */
async function fieldsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const html = await (await fetch(url, { headers, redirect: "manual" })).text();
  const names = [...html.matchAll(/ name="([\w.]+)"/g)].map(([, name = ""]) => name);
  return [...new Set(["intent", "email", "code", ...names])];
}
