import { beforeEach, expect, test } from "vitest";
import { screeningHit, setting } from "../../../upstream/db/schema/index.ts";
import { priceFeed } from "../../../upstream/db/schema/market-prices.ts";
import { jobQueues } from "../../../upstream/jobs/boss.ts";
import { auditBooks } from "../../../upstream/ledger/last-audit.ts";
import { watchFigures } from "../../../upstream/observability/metrics/figure-watch.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase, ownerDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
let mailer: ReturnType<typeof collectingPost>;
const hours = (count: number) => count * 3600;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  mailer = collectingPost();
  const queues = jobQueues(await ownerDatabase(), {
    onError(error) {
      throw error;
    },
  });
  await queues.prepare();
  await queues.stop();
});

/** The subjects of what was emailed, without the exchange's name. */
async function told(): Promise<string[]> {
  const before = mailer.emails.length;
  await watchFigures(ctx, mailer);
  return mailer.emails.slice(before).map(({ subject }) => subject.replace(/^Kursa: /, ""));
}

test("the operator is emailed once a day that the books were not audited, a day after the first booking", async () => {
  await ctx.clock.advance(hours(24));
  expect(await told()).toEqual([]);
  await ctx.clock.advance(hours(2));
  expect(await told()).toEqual(["The books were not audited for 26 hours"]);
  expect(await told()).toEqual([]);
  expect(mailer.emails[0]?.text).toContain("operator ledger verify");
  await ctx.clock.advance(hours(24));
  expect(await told()).toEqual(["The books were not audited for 50 hours"]);
  await auditBooks(ctx);
  await ctx.clock.advance(hours(24));
  expect(await told()).toEqual([]);
});

test("the operator is emailed what an audit has found", async () => {
  await (await ownerDatabase()).query(
    "set session_replication_role = replica; update account set credits_posted = credits_posted + 1 where id = 'reserve:btc'; set session_replication_role = origin",
  );
  await auditBooks(ctx);
  expect(await told()).toEqual(["The books do not add up"]);
});

test("the operator is emailed that a proven backup is late, where one was ever made", async () => {
  const value = { at: ctx.clock.now().toISOString(), every_hours: 12 };
  await ctx.db.orm.insert(setting).values({ name: "last_backup", value, updatedAt: ctx.clock.now() });
  await ctx.clock.advance(hours(14));
  expect(await told()).toEqual([]);
  await ctx.clock.advance(120);
  expect(await told()).toEqual(["No proven backup"]);
  expect(mailer.emails[0]?.text).toContain("2 minutes late");
});

test("the operator is emailed of each source of prices that has been away for 15 minutes", async () => {
  const feeds = { RATES: "market", RATE_FEEDS: "kraken,coinbase,ecb" };
  ctx = await testContext(await freshDatabase(), feeds);
  const began = ctx.clock.now();
  const away = (name: string) => ({
    name,
    askedAt: began,
    answeredAt: null,
    fault: "timeout" as const,
    faultSince: began,
  });
  await ctx.db.orm.insert(priceFeed).values(away("kraken"));
  await ctx.clock.advance(15 * 60);
  expect(await told()).toEqual([]);
  await ctx.clock.advance(60);
  expect(await told()).toEqual([expect.stringContaining("kraken")]);
  await ctx.db.orm.insert(priceFeed).values(away("coinbase"));
  expect(await told()).toEqual([expect.stringContaining("coinbase")]);
  expect(await told()).toEqual([]);
});

test("the operator gets an email about a stale source of prices, with the time since when", async () => {
  ctx = await testContext(await freshDatabase(), { RATES: "market", RATE_FEEDS: "kraken,coinbase" });
  const changedAt = ctx.clock.now();
  await ctx.clock.advance(301);
  const faultSince = ctx.clock.now();
  await ctx.db.orm
    .insert(priceFeed)
    .values({ name: "kraken", askedAt: faultSince, answeredAt: changedAt, changedAt, fault: "unchanged", faultSince });
  await ctx.clock.advance(15 * 60 - 301);
  expect(await told()).toEqual([]);
  await ctx.clock.advance(60);
  expect(await told()).toEqual(["The price source kraken does not change"]);
  const since = changedAt.toISOString().slice(0, 16).replace("T", " ");
  expect(mailer.emails[0]?.text).toContain(`nothing in its answers has changed since ${since} UTC, for 16 minutes`);
});

test("the operator is emailed of payouts that wait and of jobs that are given up", async () => {
  const owner = await ownerDatabase();
  await owner.query("insert into pgboss.job (name, created_on) values ('payout', now() - interval '6 minutes')");
  await owner.query("insert into pgboss.job (name, state) values ('letter', 'failed')");
  expect((await told()).sort()).toEqual(["Background work has failed", "Payouts are late"]);
  expect(mailer.emails.map(({ text }) => text).join()).toMatch(
    /A payout has waited for 6 minutes[\s\S]*Jobs \(email\) that are not retried any more: 1/,
  );
});

test("the operator is emailed of customers who may be listed parties: a count and the command, again where more wait", async () => {
  const now = ctx.clock.now();
  const hit = (id: string, customer: string) => ({
    ...{ id, subjectKind: "order" as const, subjectId: "ABCDEFGHJK", customer, list: "own", entry: "Anna Petrova" },
    ...{ fingerprint: id, field: "name" as const, score: 100, state: "open" as const, openedAt: now },
    dueAt: new Date(now.getTime() + hours(24) * 1000),
  });
  await ctx.db.orm.insert(screeningHit).values([hit("hit_1", "a"), hit("hit_2", "a")]);
  expect(await told()).toEqual(["Customers who may be listed parties: 1"]);
  expect(await told()).toEqual([]);
  expect(mailer.emails[0]?.text).toContain("operator screening list");
  await ctx.db.orm.insert(screeningHit).values(hit("hit_3", "b"));
  expect(await told()).toEqual(["Customers who may be listed parties: 2"]);
  expect(JSON.stringify(mailer.emails)).not.toMatch(/Anna|ABCD|hit_/);
  await ctx.clock.advance(hours(25));
  expect(await told()).toContain("Customers who wait too long for a decision: 2");
  await ctx.db.orm.update(screeningHit).set({ state: "cleared", decidedBy: "anna", decidedAt: now });
  await ctx.clock.advance(hours(24));
  expect((await told()).filter((subject) => subject.includes("Customers"))).toEqual([]);
});

test("no email is sent without an operator's address", async () => {
  await ctx.clock.advance(hours(26));
  await watchFigures(ctx, { ...mailer, operatorEmail: undefined });
  expect(mailer.emails).toEqual([]);
});
