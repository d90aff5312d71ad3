import { expect, onTestFinished, test } from "vitest";
import type { PageViews } from "../../../contract/visits/page-views.ts";
import { startFront } from "../../../tests/support/site/front.ts";
import type { Behind } from "../front.ts";
import { visitCounts } from "./visit-counts.ts";

const html = { "Content-Type": "text/html; charset=utf-8", "Content-Language": "ru" };
const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "sec-fetch-dest": "document" };
/** A front whose pages answer with their route; `sent` is what it has counted. */
async function counted(behind: Partial<Behind> = {}) {
  const sent: PageViews[] = [];
  const visits = visitCounts(async (rows) => {
    sent.push(...rows);
    return true;
  });
  const front = await startFront({
    visits,
    remix: async (request, context) => {
      const { pathname } = new URL(request.url);
      const isMissing = pathname.endsWith("/missing");
      if (context) context.route = pathname.includes("/order/") ? "($lang).order.$ref" : "($lang)._index";
      if (pathname.endsWith(".data")) return Response.json({});
      return new Response("<p>", { status: isMissing ? 404 : 200, headers: html });
    },
    ...behind,
  });
  onTestFinished(front.stop);
  const views = async () => {
    await visits.flush();
    return sent.splice(0).map((row) => `${row.page} ${row.language} ${row.referrer} ${row.is_bot} ${row.views}`);
  };
  return { front, views };
}

test("each opened page is counted once, without what differs between visitors", async () => {
  const { front, views } = await counted();
  await front.ask("/En/order/7Q2MK9XW3T", browser);
  await front.ask("/En/order/8ABCK9XW3T", { ...browser, referer: `${front.origin}/En` });
  await front.ask("/", { ...browser, referer: "https://www.search.example/?q=exchange" });
  expect(await views()).toEqual(["/order/:ref en  false 2", "/ ru search.example false 1"]);
});

test("data, errors, prefetched pages, reloads and anything but a GET are no page views", async () => {
  const { front, views } = await counted();
  await front.ask("/En/order/7Q2MK9XW3T.data", { ...browser, "sec-fetch-dest": "empty" });
  await front.ask("/En/missing", browser);
  await front.ask("/En", { ...browser, "sec-purpose": "prefetch;prerender" });
  await front.ask("/En/order/7Q2MK9XW3T", { ...browser, referer: `${front.origin}/En/order/7Q2MK9XW3T` });
  await front.ask("/En", browser, "HEAD");
  expect(await views()).toEqual([]);
});

test("bots are counted apart", async () => {
  const { front, views } = await counted();
  await front.ask("/En", { "user-agent": "Mozilla/5.0 (compatible; Searchbot/2.1)" });
  await front.ask("/En", { "user-agent": "" });
  expect(await views()).toEqual(["/ en  true 2"]);
});

test("a page from the cache counts like any other, also when the browser has it already", async () => {
  const cached = (status: number) => ({ status, rawHeaders: ["content-language", "ru"], body: null }) as const;
  const { front, views } = await counted({
    pages: () => (request) => ({ ...cached(request.path === "/" ? 304 : 200), kind: "cached" }),
  });
  await front.ask("/", browser);
  await front.ask("/En/legal/terms", browser);
  expect(await views()).toEqual(["/ ru  false 1", "/legal/terms en  false 1"]);
});

test("a prefetched page that is opened is counted when the browser reports it, if it is a public one", async () => {
  const { front, views } = await counted();
  const form = { ...browser, "content-type": "application/x-www-form-urlencoded", origin: front.origin };
  const report = (body: string, headers: Record<string, string> = form) => front.ask("/visits", headers, "POST", body);
  expect((await report("path=/En/legal/faq")).status).toBe(204);
  await report("path=/Ru/exchange/usdt-to-paypal");
  await report("path=/Ru/order/7Q2MK9XW3T");
  await report("path=/En/casino");
  await report("path=/En/legal/faq", { ...form, origin: "https://elsewhere.example" });
  expect(await views()).toEqual(["/legal/faq en  false 1", "/exchange/usdt-to-paypal ru  false 1"]);
});

test("counts that could not be sent are sent with the next ones", async () => {
  let isAway = true;
  const sent: PageViews[] = [];
  const visits = visitCounts(async (rows) => {
    if (!isAway) sent.push(...rows);
    return !isAway;
  });
  const view = { page: "/", language: "en", referrer: "", isBot: false } as const;
  visits.add(view);
  await visits.flush();
  isAway = false;
  visits.add(view);
  await visits.flush();
  expect(sent).toEqual([{ page: "/", language: "en", referrer: "", is_bot: false, views: 2 }]);
});

test("a partner's link that a person has followed is a click; carried on by our own links, or from a bot, it is none", async () => {
  const clicks: string[] = [];
  const { front } = await counted({ countClick: async (code) => void clicks.push(code) });
  const foreign = { ...browser, referer: "https://blog.example/" };
  await front.ask("/En?partner=ANNA7", { ...foreign, "sec-fetch-site": "cross-site" });
  await front.ask("/En?partner=BORIS", foreign);
  await front.ask("/En?partner=CARRIED", { ...browser, "sec-fetch-site": "same-origin" });
  await front.ask("/En?partner=CARRIED", { ...browser, referer: `${front.origin}/En/earn?partner=CARRIED` });
  await front.ask("/En?partner=BOT", { "user-agent": "Mozilla/5.0 (compatible; Searchbot/2.1)" });
  await front.ask("/En?partner=AHEAD", { ...browser, "sec-purpose": "prefetch" });
  await front.ask("/En?partner=%3Cscript%3E", browser);
  await front.ask("/En/missing?partner=NONE", browser);
  expect(clicks).toEqual(["ANNA7", "BORIS"]);
});
