import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { idempotencyKey } from "../../../upstream/db/schema/service.ts";
import { deleteExpiredKeys, leaseSeconds } from "../../../upstream/http/request/idempotency.ts";
import { acceptedDraft, executeDraft, executedOrder, track } from "../../support/orders/order-steps.ts";
import { wireRequest } from "../../support/service/api-client.ts";
import { exchange } from "../../support/service/exchange.ts";

describe("an idempotency key", () => {
  test("returns the stored response byte for byte, even after the order has changed", async () => {
    const service = await exchange();
    const draft = await acceptedDraft(service);
    const first = await executeDraft(service, draft);
    expect(first.reply().data.status).toBe("awaiting_payment");
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();

    await service.call("sandboxEvents", { token: draft.token, body: { ref: draft.ref, event: "pay_exact" } });
    expect((await track(service, draft)).status).toBe("completed");
    const again = await executeDraft(service, draft);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  });

  test("is refused with another body", async () => {
    const service = await exchange();
    const draft = await acceptedDraft(service);
    await executeDraft(service, draft);
    const body = { ref: draft.ref, pay_with: "paypal_invoice" } as const;
    const key = `execute:${draft.ref}:${draft.order.quote_id}`;
    const other = await service.call("exchangeExecute", { token: draft.token, key, body });
    expect(other.problem()).toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  test("is required where money moves, and has a maximum length", async () => {
    const service = await exchange();
    const { ref, token } = await acceptedDraft(service);
    const body = { ref, pay_with: "crypto_address" } as const;
    const without = await service.call("exchangeExecute", { token, body });
    expect(without.problem()).toMatchObject({ status: 400, code: "idempotency_key_required" });
    const long = await service.call("exchangeExecute", { token, key: "k".repeat(256), body });
    expect(long.problem()).toMatchObject({ status: 400, code: "bad_request" });
    const longest = await service.call("exchangeExecute", { token, key: "k".repeat(255), body });
    expect(longest.reply().data.status).toBe("awaiting_payment");
  });

  test("is scoped to one client and one order", async () => {
    const service = await exchange();
    const [draft, secondDraft] = [await acceptedDraft(service), await acceptedDraft(service)];
    for (const { ref, token } of [draft, secondDraft]) {
      const body = { ref, pay_with: "crypto_address" } as const;
      const response = await service.call("exchangeExecute", { token, key: "the same", body });
      expect(response.reply().data.ref).toBe(ref);
    }
    const body = { ref: draft.ref, pay_with: "crypto_address" } as const;
    const headers = { "client-id": "another" };
    const foreign = await service.call("exchangeExecute", { token: draft.token, key: "the same", body, headers });
    expect(foreign.headers.get("Idempotency-Replayed")).toBeNull();
  });

  test("is released by a refusal, so that the request can be repeated", async () => {
    const service = await exchange();
    const draft = await acceptedDraft(service);
    const { db, clock, market } = service.upstream.context;
    await db.query("update pair set status = 'paused' where id = $1", [draft.order.pair]);
    market.changed();
    expect((await executeDraft(service, draft)).problem().code).toBe("pair_paused");
    await db.query("update pair set status = 'active' where id = $1", [draft.order.pair]);
    market.changed();
    expect((await executeDraft(service, draft)).reply().data.status).toBe("awaiting_payment");
    expect(clock.offsetSeconds()).toBe(0);
  });

  test("in progress makes a duplicate wait, then answers request_in_progress", async () => {
    const service = await exchange();
    const draft = await acceptedDraft(service);
    await executeDraft(service, draft);
    await leaveRunning(service);
    expect((await executeDraft(service, draft)).problem()).toMatchObject({
      status: 409,
      code: "request_in_progress",
      retry_after_seconds: 1,
    });
  });

  test("of a crashed process is taken over, and its effect is found", async () => {
    const service = await exchange();
    const draft = await acceptedDraft(service);
    const first = (await executeDraft(service, draft)).reply().data;
    await leaveRunning(service);
    await service.pass(leaseSeconds);
    const again = (await executeDraft(service, draft)).reply().data;
    // Signed anew whenever it is shown.
    const { signature: _first, ...payin } = first.payin ?? {};
    const { ref, version } = first;
    expect(again).toMatchObject({ ref, status: "awaiting_payment", payin, version });
  });

  test("is stored for a day and then deleted", async () => {
    const service = await exchange();
    const draft = await executedOrder(service);
    const { context } = service.upstream;
    const storedKeys = () => context.db.orm.select().from(idempotencyKey);
    await service.pass(24 * 3600 - 1);
    await deleteExpiredKeys(context);
    expect(await storedKeys()).toHaveLength(1);
    await service.pass(1);
    await deleteExpiredKeys(context);
    expect(await storedKeys()).toHaveLength(0);
    expect((await track(service, draft)).status).toBe("expired");
  });

  test("stores no token in its response", async () => {
    const service = await exchange();
    const draft = await executedOrder(service);
    const [row] = await service.upstream.context.db.orm.select().from(idempotencyKey);
    expect(row?.reply).toContain(draft.ref);
    expect(JSON.stringify(row)).not.toContain(draft.token);
  });
});

describe("32 concurrent submits", () => {
  test("create one order and get equal responses", async () => {
    const service = await exchange({ jobs: "by hand" });
    const draft = await acceptedDraft(service);
    const answers = await Promise.all(Array.from({ length: 32 }, () => executeDraft(service, draft)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.reply().data.status).toBe("awaiting_payment");
    await service.runJobs();
    const { rows } = await service.upstream.context.db.query(
      "select count(*)::int as holds from transfer where order_ref = $1",
      [draft.ref],
    );
    expect(rows).toEqual([{ holds: 1 }]);
    expect((await service.emails()).map(({ kind }) => kind)).toEqual(["created"]);
  });

  test("at two processes create one order and get equal responses, including a later one", async () => {
    const service = await exchange({ jobs: "by hand" });
    const draft = await acceptedDraft(service);
    const processes = [service.upstream, service.twin()];
    const press = async (upstream = service.twin()): Promise<string> => {
      const body = { ref: draft.ref, pay_with: "crypto_address" };
      const key = `execute:${draft.ref}:${draft.order.quote_id}`;
      const response = await upstream.fetch(wireRequest("exchangeExecute", { token: draft.token, key, body }));
      // On a busy machine the other process may be slow: it then reports so and is retried.
      return response.status === 409 ? press(upstream) : `${response.status} ${await response.text()}`;
    };
    const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => press(processes[at % 2])));
    expect(new Set([...answers, await press()]).size).toBe(1);
    expect(answers[0]).toMatch(/^200 .*"awaiting_payment"/);
  });

  test("under 32 keys still create one order", async () => {
    const service = await exchange({ jobs: "by hand" });
    const { ref, token } = await acceptedDraft(service);
    const body = { ref, pay_with: "crypto_address" } as const;
    const presses = Array.from({ length: 32 }, (_, at) =>
      service.call("exchangeExecute", { token, key: `${at}`, body }),
    );
    const orders = (await Promise.all(presses)).map((response) => response.reply().data);
    expect(new Set(orders.map(({ version, payin }) => `${version} ${payin.address}`)).size).toBe(1);
  });
});

/** The key of a process that was killed before it stored the response. */
async function leaveRunning({ upstream }: Awaited<ReturnType<typeof exchange>>): Promise<void> {
  const { db } = upstream.context;
  const [row] = await db.orm.select().from(idempotencyKey);
  await db.orm
    .update(idempotencyKey)
    .set({ status: null, reply: null })
    .where(eq(idempotencyKey.key, row?.key ?? ""));
}
