import { readdirSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { anna } from "../../support/orders/example-customer.ts";
import { Member } from "../people/member.ts";
import { usdtToPaypal } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** All member and order pages, read from the routes: new ones are included automatically. */
const pages = readdirSync("app/routes").filter((name) => /^\(\$lang\)\.(dashboard|order)\./.test(name));

/** `($lang).order.$ref_.receipt` -> `/order/<ref>/receipt`. */
function pathOf(name: string, ref: string): string {
  const parts = name.match(/\[[^\]]+\]|[^.]+/g)?.slice(1) ?? [];
  const pathParts = parts.map((part) => part.replace(/^\[|\]$|_$/g, "")).filter((part) => part !== "_index");
  return `/${pathParts.join("/").replace("$ref", ref).replace("$", "no-such-page")}`;
}

/** Another customer's order: no page, no stream and no data. */
const noOrder = [204, 302, 303, 404];
const fine = [200, 202, 303, 404];

test("every member page asks a guest to sign in and shows another member nothing", async ({
  page,
  site,
  newBrowser,
}) => {
  test.slow();
  expect(pages.length).toBeGreaterThan(20);
  const member = new Member(page, "en", site);
  await member.beginsSignedIn();
  const ref = await member.makesOrder(usdtToPaypal);
  const canaries = [member.email, "Canary of Anna", ref, ref.slice(0, 4), anna.paypal, anna.name];
  await member.opens("/dashboard/account");
  await member.field("account:profile.name").fill("Canary of Anna");
  await member.button("account:profile.submit").click();
  await expect(page.getByText(member.say("account:done.profile"))).toBeVisible();

  const pageOfMember = await look(page.request, "/En/dashboard/orders");
  for (const canary of [member.email, "Canary of Anna", ref]) expect(pageOfMember.text).toContain(canary);

  const eve = new Member(await newBrowser(), "en", site);
  await eve.beginsSignedIn();
  const guest = (await newBrowser()).context();

  for (const name of pages) {
    const path = `/En${pathOf(name, ref)}`;
    const isOrder = path.startsWith("/En/order/");
    for (const address of [path, `${path}.data`]) {
      const seen = await look(eve.page.request, address);
      for (const canary of canaries) {
        // The address itself contains the order number.
        const text = seen.text.replaceAll(path, "");
        if (!isOrder || !ref.includes(canary)) expect(text, `${address} shows ${canary}`).not.toContain(canary);
      }
      expect(isOrder ? noOrder : fine, `${address} for another member`).toContain(seen.status);
      const response = await look(guest.request, address);
      if (isOrder) expect(noOrder, `${address} for a guest`).toContain(response.status);
      if (isOrder) continue;
      const way = address.endsWith(".data") ? response.text : response.location;
      expect(way, `${address} for a guest`).toContain("/En/sign-in?next=");
    }
    const sent = await guest.request.post(path, {
      headers: { Origin: site.origin },
      form: { a: "1" },
      maxRedirects: 0,
    });
    // A redirect to sign-in, or not found.
    expect([303, 404, 405], `a post to ${path}`).toContain(sent.status());
  }
});

/** Without random values, which may contain the four signs of an order number. */
async function look(request: APIRequestContext, address: string) {
  const response = await request.get(address, { maxRedirects: 0 });
  const text = (await response.text()).replace(/nonce="[^"]*"|"nonce",?"[^"]*"/g, "");
  return { status: response.status(), location: response.headers().location ?? "", text };
}
