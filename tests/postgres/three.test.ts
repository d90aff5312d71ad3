import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createUpstream } from "../../upstream/app.ts";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { seed } from "../../upstream/demo/seed.ts";
import { randomIds } from "../../upstream/ids.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { createLog } from "../../upstream/log.ts";
import { doubledEffects } from "../proof/doubled-effects.ts";
import { acceptedDraft, executeDraft, type Service, track } from "../support/orders/order-steps.ts";
import { answerOf, wireRequest } from "../support/service/api-client.ts";
import { asService, newOnServer } from "../support/service/database.ts";
import { templateDatabase } from "../support/service/database-setup.ts";
import { testClock, testEnv } from "../support/service/exchange.ts";

const orders = 24;

test("three services with their own queues process shared orders exactly once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-three-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const url = asService(await newOnServer(`template ${templateDatabase}`));
  const open = async () => {
    const db = connectPostgres(url, 8);
    await migrate(db);
    const clock = testClock();
    await seed(db, clock.now());
    const env = testEnv({ DATA_DIR: dataDir });
    const service = createUpstream({ db, env, clock, ids: randomIds, log: createLog("silent") });
    await service.start();
    return { service, db };
  };
  const opened = await Promise.all([open(), open(), open()]);
  const [first] = opened;
  let calls = 0;
  const answering: Service = {
    async call(name, sent) {
      calls += 1;
      const { service } = opened[calls % opened.length] ?? first;
      return answerOf(name, await service.fetch(wireRequest(name, sent)));
    },
  };

  await Promise.all(Array.from({ length: orders }, () => exchangeOne(answering)));
  expect(await verify(first.db)).toEqual([]);
  expect(await doubledEffects(url)).toEqual([]);
  const { rows } = await first.db.query("select count(*)::int as sent from outgoing where status = 'sent'");
  expect(rows).toEqual([{ sent: orders }]);
  for (const { service } of opened) await service.stop();
  for (const { db } of opened) await db.close();
});

/** Submitted twice at once, at two services; then paid and awaited. */
async function exchangeOne(answering: Service): Promise<void> {
  const draft = await acceptedDraft(answering, { amount: "100" });
  const answers = await Promise.all([executeDraft(answering, draft), executeDraft(answering, draft)]);
  // One of them may get `request_in_progress`.
  expect([200, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
  expect(answers.map(({ status }) => status)).toContain(200);
  const { ref, token } = draft;
  (await answering.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } })).reply();
  for (;;) {
    const { status } = await track(answering, draft);
    if (status === "completed") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
