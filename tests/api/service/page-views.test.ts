import { expect, test } from "vitest";
import type { PageViews } from "../../../contract/visits/page-views.ts";
import { deleteOldPageViews } from "../../../upstream/affiliates/visits/page-views.ts";
import { pageView } from "../../../upstream/db/schema/visits.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const website = { address: null, isTrusted: true };
const home: PageViews = { page: "/", language: "en", referrer: "", is_bot: false, views: 2 };

async function report(service: Exchange, args: Record<string, string> = {}) {
  const outcome = await runCommand(service.ctx, { command: "report visits", args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return outcome.data;
}

test("opened pages are added up by day, page, language and referring site, bots apart", async () => {
  const service = await exchange({ jobs: "by hand" });
  const send = (...rows: PageViews[]) => service.call("pageViewsRecord", { body: { rows }, peer: website });
  expect((await send(home, { ...home, is_bot: true, views: 5 })).status).toBe(204);
  await send({ ...home, views: 1 }, { ...home, page: "/legal/faq", language: "ru", referrer: "search.example" });
  await service.pass(24 * 3600);
  await send(home);
  expect(await report(service)).toMatchObject({
    visits: [
      { day: "2026-11-21", views: 5, bots: 5 },
      { day: "2026-11-22", views: 2, bots: 0 },
    ],
  });
  expect(await report(service, { by: "page", until: "2026-11-22T00:00:00Z" })).toMatchObject({
    visits: [
      { page: "/", views: 3, bots: 5 },
      { page: "/legal/faq", views: 2, bots: 0 },
    ],
  });
  expect(await report(service, { by: "referrer", since: "2026-11-21" })).toMatchObject({
    visits: [
      { referrer: "", views: 5 },
      { referrer: "search.example", views: 2 },
    ],
  });
});

test("nobody but the website can add page views", async () => {
  const service = await exchange({ jobs: "by hand", settings: { API_CLIENT_SECRET: "s".repeat(32) } });
  const peer = { address: "203.0.113.9", isTrusted: false };
  const ask = (secret: string) =>
    service.ask("pageViewsRecord", { body: { rows: [home] }, peer, headers: { "Client-Secret": secret } });
  expect((await ask("x".repeat(32))).problem().code).toBe("not_found");
  expect((await ask("s".repeat(32))).status).toBe(204);
});

test("a visitor who invents referring sites cannot fill the table", async () => {
  const service = await exchange({ jobs: "by hand" });
  for (let batch = 0; batch < 2; batch++) {
    const rows = Array.from({ length: 400 }, (_, at) => ({ ...home, referrer: `site-${batch}-${at}.example` }));
    await service.call("pageViewsRecord", { body: { rows }, peer: website });
  }
  const rows = await service.ctx.db.orm.select().from(pageView);
  expect(rows.length).toBe(301);
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(2 * 400 * 2);
});

test("page views are kept for a year and a month", async () => {
  const service = await exchange({ jobs: "by hand" });
  await service.call("pageViewsRecord", { body: { rows: [home] }, peer: website });
  await service.ctx.clock.advance(400 * 86_400);
  await deleteOldPageViews(service.ctx);
  expect(await service.ctx.db.orm.select().from(pageView)).toHaveLength(1);
  await service.ctx.clock.advance(86_400);
  await deleteOldPageViews(service.ctx);
  expect(await service.ctx.db.orm.select().from(pageView)).toEqual([]);
});
