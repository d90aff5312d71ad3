import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verify } from "../../upstream/ledger/verify.ts";
import { doubledEffects } from "../proof/doubled-effects.ts";
import { acceptedDraft, executeDraft, type Service } from "../support/orders/order-steps.ts";
import { newOnServer } from "../support/service/database.ts";
import { serviceAtWork, untilCompleted } from "../support/service/service-at-work.ts";
import { asService, templateDatabase } from "../support/service/template-server.ts";

const orders = 24;

test("three services with their own queues process shared orders exactly once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-three-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const url = asService(await newOnServer(`template ${templateDatabase}`));
  const open = () => serviceAtWork({ databaseUrl: url, dataDir });
  const opened = await Promise.all([open(), open(), open()]);
  const [first] = opened;
  let calls = 0;
  const answering: Service = {
    async call(name, sent) {
      for (;;) {
        calls += 1;
        const response = await (opened[calls % opened.length] ?? first).call(name, sent);
        // On a slow machine: nothing was done, and a client asks again.
        if (response.status !== 503) return response;
      }
    },
  };

  await Promise.all(Array.from({ length: orders }, () => exchangeOne(answering)));
  expect(await verify(first.db)).toEqual([]);
  expect(await doubledEffects(url)).toEqual([]);
  // Sweeps of what was paid are rows as well.
  const payouts = "select count(*)::int as sent from outgoing where status = 'sent' and kind = 'payout'";
  const { rows } = await first.db.query(payouts);
  expect(rows).toEqual([{ sent: orders }]);
  for (const service of opened) await service.stop();
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
  await untilCompleted(answering, draft);
}
