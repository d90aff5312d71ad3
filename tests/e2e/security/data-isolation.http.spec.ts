import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { bearerOf, cookieHeader } from "../setup/cookies.ts";
import { filled, siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

const canary = "Canary of Anna";
const label = "Wallet of Anna";

test("no page or data request shows a member's data to another member or a guest", async ({
  page,
  site,
  context,
  newBrowser,
}) => {
  test.setTimeout(240_000);
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const credentials = { headers: { Authorization: `Bearer ${await bearerOf(site, context)}` } };
  const { data: profile } = await member.office.call("memberSettingsProfile", {
    body: { name: canary },
    ...credentials,
  });
  const address = { asset: "usdt-trc20", label, account: anna.addresses["usdt-trc20"] };
  const saved = await member.savesAddress(address, credentials);
  const { data: sessions } = await member.office.call("memberSessions", credentials);
  await member.opens("/dashboard/new-order");
  await member.button("calculator:continue").click();
  await page.getByLabel(member.say("details:payout.account.paypal")).fill("canary@mail.com");
  await page.getByLabel(member.say("details:payout.extra.full_name.label")).fill(canary);
  await member.button("details:submit").click();
  await member.confirms();
  const ref = member.ref();

  const eve = new Member(await newBrowser(), "en", site);
  await eve.beginsSignedIn();
  const visitors = { eve: await cookieHeader(eve.page.context()), nobody: "" };
  const mine = await cookieHeader(context);
  const secrets = [canary, label, member.email, "canary@mail.com", profile.id, saved.id, sessions[0]?.id ?? canary];
  let seenByAnna = 0;

  // The language copies of a page are one module.
  for (const { path } of siteRoutes().filter(({ path }) => !/^\/(En|Ru)(\/|$)/.test(path))) {
    // The test mailbox is public on this machine; a member's own streams do not end.
    if (/^\/mailbox/.test(path) || path === "/api/v1/*") continue;
    const values = { page: "usdt-to-paypal", version: "2026-11-01", "*": "nowhere" };
    const theirs = filled(path, { ...values, ref });
    const unknown = filled(path, { ...values, ref: "7Q2MK9XW3T" });
    for (const suffix of ["", ".data"]) {
      for (const [who, Cookie] of Object.entries(visitors)) {
        const answer = await fetchText(`${site.origin}${theirs}${suffix}`, Cookie);
        const what = `${who} at ${theirs}${suffix}`;
        for (const secret of secrets) expect(answer.text, what).not.toContain(secret);
        if (theirs === unknown) continue;
        // Another customer's order gets the answer of one that does not exist.
        const none = await fetchText(`${site.origin}${unknown}${suffix}`, Cookie);
        expect(answer.status, what).toBe(none.status);
        expect(answer.text.replaceAll(ref, "")).toBe(none.text.replaceAll("7Q2MK9XW3T", ""));
      }
      if (path.endsWith("/stream")) continue;
      const { text } = await fetchText(`${site.origin}${theirs}${suffix}`, mine);
      if (secrets.some((secret) => text.includes(secret))) seenByAnna += 1;
    }
  }
  // The markers are visible to their owner, so a leak would be found.
  expect(seenByAnna).toBeGreaterThan(30);
});

/** Parts that differ between responses are removed. */
async function fetchText(url: string, Cookie: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { headers: { Cookie }, redirect: "manual" });
  const text = `${response.headers.get("location") ?? ""} ${await response.text()}`;
  return { status: response.status, text: text.replace(/nonce="[^"]*"|"nonce",?"[^"]*"|[0-9a-f-]{36}/g, "") };
}
