import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { openDatabase, type Where } from "../../../upstream/db/open.ts";
import { seed } from "../../../upstream/market/demo/seed.ts";
import { createUpstream } from "../../../upstream/program/app.ts";
import { randomIds } from "../../../upstream/program/ids.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { acceptedDraft, executeDraft, type OrderKey, type Service, track } from "../orders/order-steps.ts";
import { answerOf, wireRequest } from "./api-client.ts";
import { testClock, testEnv, testStart } from "./exchange.ts";

export type ServiceAtWork = Awaited<ReturnType<typeof serviceAtWork>>;

/** A service as in production, with its own queues, on a database of its own or a shared one. */
export async function serviceAtWork(where: Where, startsAt = testStart) {
  const { db, history } = await openDatabase(where);
  const clock = testClock(startsAt);
  await seed(db, clock.now());
  const env = testEnv({ DATA_DIR: where.dataDir });
  const upstream = createUpstream({ db, env, clock, ids: randomIds, log: createLog("silent"), history });
  await upstream.start();
  const service: Service = {
    call: async (name, sent) => answerOf(name, await upstream.fetch(wireRequest(name, sent))),
  };
  return {
    ...service,
    db,
    ctx: upstream.context,
    async stop() {
      await upstream.stop();
      await db.close();
    },
  };
}

/** An empty embedded database at this version in a data folder, where a start would take seconds to make one. */
export function prepareDataFolder(dataDir: string): void {
  const folder = join(dataDir, "db");
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xf", inject("databaseSnapshot"), "-C", folder], { stdio: "ignore" });
}

/** An order from the quote to the payout, which must all succeed. */
export async function exchangeOne(service: Service): Promise<OrderKey> {
  const draft = await acceptedDraft(service, { amount: "100" });
  (await executeDraft(service, draft)).reply();
  const { ref, token } = draft;
  (await service.call("sandboxEvents", { token, body: { ref, event: "pay_exact" } })).reply();
  await untilCompleted(service, draft);
  return { ref, token };
}

export async function untilCompleted(service: Service, order: OrderKey): Promise<void> {
  while ((await track(service, order)).status !== "completed") await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Customers who order one after another until `end`; a failed call rejects there. */
export function customersOf(service: Service, count: number) {
  const completed: OrderKey[] = [];
  const served = new Set<() => void>();
  let isOpen = true;
  const shop = async () => {
    while (isOpen) {
      completed.push(await exchangeOne(service));
      for (const tell of served) tell();
    }
  };
  const shopping = Promise.all(Array.from({ length: count }, shop));
  return {
    completed,
    /** Resolves when this many more orders are completed, and rejects when a customer's call fails. */
    async hasServed(more: number): Promise<void> {
      const wanted = completed.length + more;
      const enough = new Promise<void>((resolve) => {
        served.add(() => completed.length >= wanted && resolve());
      });
      await Promise.race([enough, shopping]);
    },
    async end(): Promise<void> {
      isOpen = false;
      await shopping;
    },
  };
}
