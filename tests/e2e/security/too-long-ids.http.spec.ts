import { Member } from "../people/member.ts";
import { cookieHeader } from "../setup/cookies.ts";
import { siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

/** Ids of things that do not exist, by the name of the path's parameter. */
const unknown: Readonly<Record<string, string>> = {
  ref: "0000000000",
  withdrawal: "wd_000000000000000000000000",
  ticket: "SUP-99999",
  id: "av_000000000000000000000000",
  asset: "gold",
};
const tooLong = ["A".repeat(41), "A".repeat(600)];

test("an id that is too long is answered like one that does not exist, for a guest and a member", async ({
  page,
  site,
  context,
}) => {
  test.slow();
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const Cookie = await cookieHeader(context);
  // The language copies of a page are one module.
  const routes = siteRoutes().filter(({ path }) => !/^\/(Ru|En)\//.test(path));
  const faults: string[] = [];
  for (const { path, hasAction } of routes) {
    const address = path.replace(/:(\w+)/g, (whole, name: string) => unknown[name] ?? whole);
    if (address === path || address.includes(":")) continue;
    for (const who of [{}, { Cookie }]) {
      const form = { ...who, Origin: site.origin, "Content-Type": "application/x-www-form-urlencoded" };
      const body = "intent=cancel&action=cancel&version=1";
      for (const init of [{ headers: who }, ...(hasAction ? [{ method: "POST", headers: form, body }] : [])]) {
        const statusOf = async (address: string) => {
          const response = await fetch(site.origin + address, { redirect: "manual", ...init });
          await response.text();
          return response.status;
        };
        const expected = await statusOf(address);
        for (const id of tooLong) {
          const status = await statusOf(path.replace(/:\w+/g, id));
          // A form is read before its thing is looked for; what can be no id is found out earlier.
          if (status === expected || status === 404) continue;
          const whose = "Cookie" in who ? "member" : "guest";
          faults.push(
            `${whose}: ${"body" in init ? "POST" : "GET"} ${path} with ${id.length} letters: ${status}, not ${expected}`,
          );
        }
      }
    }
  }
  expect(faults).toEqual([]);
  expect(site.log()).not.toContain('"level":"error"');
});
