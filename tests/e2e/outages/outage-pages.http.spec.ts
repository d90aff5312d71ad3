import { termsVersion } from "../../../contract/order/terms.ts";
import type { Attempt } from "../../proof/customer.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { ask, form, type HttpResponse } from "../../support/service/ask.ts";
import { type Fault, faults } from "../../support/site/chaos-proxy.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { publicPaths } from "../setup/public-pages.ts";
import { expect, honest, recovered, test } from "./outage-site.ts";

/**
 * Every page of the site with each fault of its service, over a socket: measured here because a busy machine is too
 * slow to render several pages at once.
 */
const prefixes = ["/En", "/Ru"] as const;

/** Pages that depend on the service; the others work without it. */
const needsService = /^\/(exchange|order|mailbox|reviews$|earn$)/;

for (const [at, fault] of faults.entries()) {
  test(`with the service ${fault}, every page and form answers within three seconds and keeps its input`, async ({
    site,
    behind: { chaos, customer },
  }) => {
    await chaos.break(null);
    const executed = await customer.prepare();
    await customer.execute(executed);
    const draft = await customer.prepare();
    const Cookie = await keysOf(site, [executed, draft]);
    const orderPaths = [`/order/${executed.ref}`, `/order/${draft.ref}/details`, `/order/${draft.ref}/confirm`];
    // Each page in both languages, spread over the faults.
    const pages = [...publicPaths, ...orderPaths, "/mailbox"].map(
      (path, page) => `${prefixes[(page + at) % 2]}${path}`,
    );

    await recovered(site);
    await chaos.break(fault);
    await fewAtOnce([
      ...pages.map((path) => () => looksAfterItsVisitor(site, path, fault, { Cookie })),
      ...forms(executed, draft, fault).map((posted) => () => keepsWhatWasTyped(site, posted, fault, { Cookie })),
    ]);
    for (const path of ["/healthz", "/robots.txt", "/sitemap.xml", "/builds/latest.json?1"]) {
      expect((await ask(site, path)).status, path).toBe(200);
    }
    await chaos.break(null);
    await recovered(site);
    for (const path of orderPaths) expect((await ask(site, `/En${path}`, { Cookie })).status, path).toBe(200);
    expect(site.log()).not.toContain('"level":"error"');
  });
}

/** More at once are an overload on a busy machine, and refused as one. */
async function fewAtOnce(requests: readonly (() => Promise<void>)[]): Promise<void> {
  for (let at = 0; at < requests.length; at += 4) {
    await Promise.all(requests.slice(at, at + 4).map((request) => request()));
  }
}

type Posted = readonly [path: string, fields: Record<string, string>];

/** The input fields of each form. */
function forms(executed: Attempt, draft: Attempt, fault: Fault): Posted[] {
  const refund = { intent: "set_refund_address", version: "3", "refund.account": "TMyOther" };
  const reserve = { pair: "usdt-trc20_paypal-usd", amount: "100000" };
  const amount = { from: "usdt-trc20", to: "paypal-usd", side: "from", from_amount: "321.5" };
  return [
    ["/Ru/exchange/usdt-to-paypal", { ...amount, promo: "SPRING" }],
    [
      `/En/order/${draft.ref}/details`,
      {
        "payout.account": anna.paypal,
        "payout.extra.full_name": anna.name,
        "refund.account": anna.addresses["usdt-trc20"],
        email: anna.email,
      },
    ],
    [
      `/Ru/order/${draft.ref}/confirm`,
      { terms: "on", terms_version: termsVersion, quote_id: draft.key.split(":")[2] ?? "" },
    ],
    // When the submit fails but the page loads, the order does not need this form.
    ...(fault === "flapping" ? [] : [[`/En/order/${executed.ref}`, refund] as const]),
    ["/Ru/track", { ref: executed.ref, email: anna.email }],
    [`/En/reserve-request?pair=${reserve.pair}&amount=${reserve.amount}`, { ...reserve, email: anna.email }],
  ];
}

async function looksAfterItsVisitor(site: Site, path: string, fault: Fault, headers: Record<string, string>) {
  const response = await ask(site, path, headers);
  const expected = needsService.test(path.slice(3)) ? honest[fault] : [200];
  expect(expected, `${path} answered ${response.status}`).toContain(response.status);
  helpful(response, path);
}

async function keepsWhatWasTyped(site: Site, [path, fields]: Posted, fault: Fault, headers: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  const response = await ask(site, path, { ...form, ...headers, Origin: site.origin }, "POST", body);
  // A submit that succeeded in spite of the fault has its usual response, refusals included.
  if (fault === "flapping" && [200, 303, 409, 422].includes(response.status)) return;
  expect(honest[fault], `POST ${path} answered ${response.status}`).toContain(response.status);
  helpful(response, path);
  const fieldsOnPage = Object.entries(fields).filter(
    ([name, typed]) =>
      response.text.includes(`value="${typed}"`) ||
      response.text.includes(`>${typed}</textarea>`) ||
      new RegExp(`<input[^>]*name="${name}"[^>]*checked`).test(response.text),
  );
  expect(Object.fromEntries(fieldsOnPage), path).toEqual(fields);
}

/** A page of ours in the reader's language, with a link, and Retry-After where it failed. */
function helpful({ text, status, headers }: HttpResponse, path: string): void {
  const lang = path.startsWith("/Ru") ? "ru" : "en";
  const needed = [`<html lang="${lang}"`, "<title>", "<h1", `href="/${lang === "ru" ? "Ru" : "En"}/track"`];
  expect(
    needed.filter((part) => !text.includes(part)),
    `${path} lacks`,
  ).toEqual([]);
  expect(/node_modules|Welcome to nginx|Internal Server Error|\[object/.exec(text)?.[0], path).toBeUndefined();
  if (status >= 400) expect(Number(headers["retry-after"]), `${path}: Retry-After`).toBeGreaterThan(0);
}

/** The cookie of a browser that has opened these orders' links. */
async function keysOf(site: Site, orders: readonly { ref: string; token: string }[]): Promise<string> {
  let cookie = "";
  for (const { ref, token } of orders) {
    await recovered(site);
    const opened = await ask(site, `/En/order/${ref}?t=${token}`, cookie ? { Cookie: cookie } : {});
    expect(opened.status).toBe(302);
    cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
  }
  return cookie;
}

test("a site started during an outage keeps the amount that was sent to it", async ({ behind: { chaos } }) => {
  await chaos.break(null);
  const fresh = await startSite({ API_BASE_URL: chaos.url, PAGE_TIMEOUT_MS: "2500" });
  try {
    await chaos.break("down");
    const fields = { from: "usdt-trc20", to: "paypal-usd", side: "from", from_amount: "321.5", promo: "SPRING" };
    const post = () => {
      const body = new URLSearchParams(fields).toString();
      return ask(fresh, "/En/exchange/usdt-to-paypal", { ...form, Origin: fresh.origin }, "POST", body);
    };
    const refused = await post();
    expect(refused.status).toBe(503);
    helpful(refused, "/En/exchange/usdt-to-paypal");
    for (const [name, value] of Object.entries(fields)) {
      expect(refused.text).toContain(`type="hidden" name="${name}" value="${value}"`);
    }
  } finally {
    await chaos.break(null);
    await fresh.stop();
  }
});
