import { expect, test } from "@playwright/test";
import { publicPages } from "../../../app/http/public-pages.ts";
import { type Answer, ask } from "../../support/service/ask.ts";
import { type Site, startSite } from "../../support/site/site.ts";

/** A browser without a proxy gets its pages through Express; see docs/decisions/123. */
const long = { "Accept-Encoding": "identity" };
/** Of each answer its own; and how its length is told. */
const changing = ["date", "x-request-id", "content-length", "transfer-encoding", "content-security-policy"];

test.describe("a page's short way through the server", () => {
  let site: Site;

  test.beforeAll(async () => {
    site = await startSite();
  });
  test.afterAll(() => site.stop());

  const asked = [
    ...publicPages.flatMap((path) => [path, `/En${path === "/" ? "" : path}`, `/Ru${path === "/" ? "" : path}`]),
    ...[
      "/En/track?ref=1",
      "/En/order/0000000000",
      "/En/order/0000000000/receipt",
      "/En/dashboard",
      "/Ru/reserve-request",
    ],
    // What has no way of its own, or only looks as if it had one.
    ...[
      "/en",
      "/En/",
      "/En/legal/terms/",
      "/EN/legal/terms",
      "/En/nothing",
      "/En/order/%00",
      "//En",
      "/receive-paypal",
    ],
    ...["/En/legal/terms.data", "/En/order/0000000000.data", "/preferences", "/robots.txt", "/En/exchange/nothing"],
  ];
  for (const path of asked) {
    test(`${path} is the same as by the long one`, async () => {
      expect(told(await ask(site, path))).toEqual(told(await ask(site, path, long)));
    });
  }

  test("is written down like any other", async () => {
    await ask(site, "/En/legal/faq?short=1");
    await expect.poll(() => site.log()).toMatch(/^GET \/En\/legal\/faq\?short=1 200 .* ms$/m);
  });
});

function told({ status, headers, text }: Answer) {
  const nonce = /'nonce-([\w-]+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "no nonce";
  const kept = Object.entries(headers).filter(([name]) => !changing.includes(name));
  // Times and rates go on between the two.
  const page = text.replaceAll(nonce, "nonce").replace(/\d[\d.,:TZ\s-]*/g, "0");
  return { status, headers: Object.fromEntries(kept), page };
}
