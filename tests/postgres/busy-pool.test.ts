import { once } from "node:events";
import { expect, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { newOnServer } from "../support/service/database.ts";
import { exchange } from "../support/service/exchange.ts";
import { by, signedUp } from "../support/service/members.ts";
import { asService, templateDatabase } from "../support/service/template-server.ts";

const connections = 2;

/** Runs `work` while every connection of the pool is in use. */
async function whileBusy<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const end = new AbortController();
  const ended = once(end.signal, "abort");
  const held = Array.from({ length: connections }, () =>
    db.transaction(async () => {
      await ended;
    }),
  );
  await expect.poll(() => db.pool?.()).toMatchObject({ open: connections, idle: 0, waiting: 0 });
  try {
    return await work();
  } finally {
    end.abort();
    await Promise.all(held);
  }
}

test("a call that gets no connection in time is refused as overloaded, unless it may have written", async () => {
  const pool = connectPostgres(asService(await newOnServer(`template ${templateDatabase}`)), connections);
  let isBusyLater = false;
  const transaction: Database["transaction"] = (work) =>
    isBusyLater ? whileBusy(pool, () => pool.transaction(work)) : pool.transaction(work);
  const service = await exchange({ db: { ...pool, transaction } });
  const member = await signedUp(service, "anna@example.com");
  const overloaded = { status: 503, code: "overloaded", retry_after_seconds: 5 };
  const [read, written] = await whileBusy(pool, () =>
    Promise.all([
      service.ask("affiliateSummary", by(member.token)),
      service.ask("affiliateJoin", { key: "join", ...by(member.token) }),
    ]),
  );
  expect([read.problem(), written.problem()]).toMatchObject([overloaded, overloaded]);
  expect(written.headers.get("Retry-After")).toBe("5");

  isBusyLater = true;
  const begun = await service.ask("affiliateJoin", { key: "join", ...by(member.token) });
  isBusyLater = false;
  expect(begun.problem()).toMatchObject({ status: 503, code: "maintenance" });
  expect((await service.call("affiliateJoin", by(member.token))).status).toBe(201);
  await pool.close();
});
