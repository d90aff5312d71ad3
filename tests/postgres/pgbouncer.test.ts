import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { jobQueues } from "../../upstream/jobs/boss.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { acceptedDraft, executeDraft, track } from "../support/orders/order-steps.ts";
import { newOnServer } from "../support/service/database.ts";
import { exchange } from "../support/service/exchange.ts";
import { keepsPreparedStatements, startPgBouncer } from "../support/service/pgbouncer.ts";
import { serviceRole, templateDatabase } from "../support/service/template-server.ts";

/** More connections than the three that PgBouncer has itself, so that it gives each transaction another one. */
async function connected(maxPreparedStatements: number): Promise<Database> {
  const url = new URL(await newOnServer(`template ${templateDatabase}`));
  const folder = url.searchParams.get("host") ?? "";
  const bouncer = await startPgBouncer(folder, [serviceRole], maxPreparedStatements);
  const db = connectPostgres(bouncer.url(url.pathname.slice(1), serviceRole), 8);
  onTestFinished(async () => {
    await db.close();
    await bouncer.stop();
  });
  return db;
}

// Without the setting, and in versions that do not know it, prepared statements are lost between transactions.
describe.each(keepsPreparedStatements() ? [0, 200] : [0])(
  "behind PgBouncer in transaction mode with max_prepared_statements = %i",
  (maxPreparedStatements) => {
    test("orders are opened, executed once and paid by several customers at once", async () => {
      const db = await connected(maxPreparedStatements);
      const service = await exchange({ db });
      const refs = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const draft = await acceptedDraft(service);
          const answers = await Promise.all([executeDraft(service, draft), executeDraft(service, draft)]);
          expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, answers[0]?.text]));
          const body = { ref: draft.ref, event: "pay_exact" } as const;
          expect((await service.call("sandboxEvents", { token: draft.token, body })).status).toBe(202);
          return draft;
        }),
      );
      await service.pass(60);
      for (const draft of refs) expect((await track(service, draft)).status).toBe("completed");
      expect(await verify(db)).toEqual([]);
      expect([await db.ping(), await db.canCommit()]).toEqual([true, true]);
    });

    test("jobs run", async () => {
      const db = await connected(maxPreparedStatements);
      const done: unknown[] = [];
      const work = async (payload: unknown) => void done.push(payload);
      const queues = jobQueues(db, { onError: (error) => expect.fail(String(error)) });
      await queues.start({ email: work, payout: work, refund: work });
      await db.transaction((tx) => queues.send(tx, "payout", { id: "out_1" }));
      queues.wakeWorkers();
      await expect.poll(() => done).toEqual([{ id: "out_1" }]);
      await queues.stop();
    });
  },
);
