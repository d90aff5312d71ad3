import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { acceptedDraft, executeDraft } from "../support/orders/order-steps.ts";
import { newOnServer } from "../support/service/database.ts";
import { exchange } from "../support/service/exchange.ts";
import { recordStatements } from "../support/service/statement-recorder.ts";
import { templateDatabase } from "../support/service/template-server.ts";

/** To be lowered, never raised. */
const most = 8;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

/** A database behind a proxy that counts how often the service waits for an answer. */
async function recordedDatabase() {
  const url = new URL(await newOnServer(`template ${templateDatabase}`));
  const recorder = await recordStatements(url.searchParams.get("host") ?? "", `.s.PGSQL.${url.port}`);
  url.searchParams.set("host", recorder.folder);
  const db: Database = connectPostgres(url.href, 2);
  closing.push(() => db.close(), recorder.stop);
  return { db, recorder };
}

test("an order is executed in few round trips, with the limits of unpaid orders", async () => {
  const { db, recorder } = await recordedDatabase();
  const service = await exchange({ db, settings: { UNPAID_LIMITS: "network=20" }, jobs: "by hand" });
  // The first ones open accounts, and connections that know the statements.
  for (let times = 0; times < 3; times += 1) await executeDraft(service, await acceptedDraft(service));
  const draft = await acceptedDraft(service);
  // The market in memory is read again after a second, for all orders of that second.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await service.ctx.market.snapshot();
  recorder.take();
  await executeDraft(service, draft);
  const { roundTrips, statements } = recorder.take();
  const listed = statements
    .map(({ text, roundTrip }) => `${roundTrip}. ${text.replace(/\s+/g, " ").slice(0, 120)}`)
    .join("\n");
  expect(roundTrips, listed).toBeLessThanOrEqual(most);
});

test("what a decision depends on is read by a plan that PostgreSQL keeps", async () => {
  const { db } = await recordedDatabase();
  const service = await exchange({ db, jobs: "by hand" });
  for (let times = 0; times < 10; times += 1) await executeDraft(service, await acceptedDraft(service));
  const factsStatement = 'select (select%json_agg%from "payment" where%';
  const plansOf = () =>
    db.transaction(async (tx) => {
      // Both connections are taken, so that each is asked once.
      await tx.execute(sql`select pg_sleep(0.3)`);
      const { rows } = await tx.execute<{ generic: number; custom: number }>(
        sql`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement like ${factsStatement}`,
      );
      return rows;
    });
  const plans = (await Promise.all([plansOf(), plansOf()])).flat();
  // PostgreSQL makes five plans for the values that come, and then one for any.
  expect(plans.filter(({ custom }) => custom > 5)).toEqual([]);
  expect(plans.filter(({ generic }) => generic > 0)).not.toEqual([]);
});
