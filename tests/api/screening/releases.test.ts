import { beforeEach, describe, expect, test } from "vitest";
import { orderEvent, outgoing, screeningHit } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import type { OrderEvent } from "../../../upstream/orders/rules/order-event.ts";
import { rescanLists } from "../../../upstream/program/rescan-lists.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { stepTwo } from "../../support/identity/identity.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import {
  acceptTerms,
  executeDraft,
  executedOrder,
  type OrderKey,
  openDraft,
  paypalToUsdt,
  track,
} from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { operate, payExactly } from "../../support/screening/asked-exchange.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const run = (command: string, args: Record<string, string> = {}) => operate(service, command, args);
const importLines = (lines: string[], date = "2026-11-20") =>
  run("screening import", { path: listFile(lines.join("\n")), list: "own", date });
const openHits = async () =>
  (await service.ctx.db.orm.select().from(screeningHit)).filter(({ state }) => state === "open");
const clearAll = async () => {
  for (let [hit] = await openHits(); hit; [hit] = await openHits()) await run("screening clear", { id: hit.id });
  await service.runJobs();
};
const simulate = async (
  { ref }: OrderKey,
  event: Parameters<typeof simulateEvent>[2],
  amount: string | null = null,
) => {
  await simulateEvent(service.ctx, await rowOf(service, ref), event, amount);
  await service.runJobs();
};
const rail = async ({ ref }: OrderKey, event: OrderEvent) => {
  expect(isRefusal(await applyEvent(service.ctx, ref, event, "rail"))).toBe(false);
  await service.runJobs();
};
const isOnHold = async (order: OrderKey, reason: string) =>
  expect(await track(service, order)).toMatchObject({ status: "on_hold", hold: { reason } });
const nothingSent = async () => expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
const isVerified = async () => expect(await verify(service.ctx.db)).toEqual([]);
const listed = ["Иванова Анна"];

describe("`screening clear` ends what the hit has caused, and no operator's hold", () => {
  test.each(["aml_check", "manual_review", "kyc_required"])("placed before the hit: %s", async (reason) => {
    const order = await executedOrder(service);
    await run("orders hold", { ref: order.ref, as: reason });
    await importLines(listed);
    await rescanLists(service.ctx);
    await payExactly(service, order);
    expect(await service.ctx.db.orm.select().from(screeningHit)).toMatchObject([{ state: "open" }]);
    await clearAll();
    await isOnHold(order, reason);
    await nothingSent();
    await run("orders release", { ref: order.ref });
    await service.runJobs();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
    await isVerified();
  });

  test.each(["aml_check", "manual_review"])("placed after the hit: %s", async (reason) => {
    await importLines(listed);
    const order = await executedOrder(service);
    await payExactly(service, order);
    await run("orders hold", { ref: order.ref, as: reason });
    await clearAll();
    await isOnHold(order, reason);
    await nothingSent();
    await run("orders release", { ref: order.ref });
    await service.runJobs();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
  });

  test("which a release has ended: the next hit's hold ends with the next decision", async () => {
    const order = await executedOrder(service);
    await run("orders hold", { ref: order.ref, as: "aml_check" });
    await run("orders release", { ref: order.ref });
    await importLines(listed);
    await rescanLists(service.ctx);
    await isOnHold(order, "aml_check");
    await clearAll();
    expect((await track(service, order)).status).toBe("awaiting_payment");
  });
});

describe("the end of a dispute or of the gateway's review", () => {
  test("ends no hold of an operator, and no check that has come meanwhile", async () => {
    const byOperator = await executedOrder(service, paypalToUsdt);
    await run("orders hold", { ref: byOperator.ref, as: "manual_review" });
    await payExactly(service, byOperator);
    await rail(byOperator, { name: "review_hold" });
    await isOnHold(byOperator, "gateway_review");
    await rail(byOperator, { name: "review_clear" });
    await isOnHold(byOperator, "manual_review");
    await run("payouts stop");
    const byHit = await executedOrder(service, paypalToUsdt);
    await run("orders hold", { ref: byHit.ref, as: "aml_check" });
    await payExactly(service, byHit);
    await rail(byHit, { name: "dispute_opened", caseId: "PP-D-1", rail: "paypal", amount: null });
    await importLines([tronAddress]);
    await run("orders release", { ref: byHit.ref });
    await isOnHold(byHit, "dispute");
    await rescanLists(service.ctx);
    await rail(byHit, { name: "dispute_won", caseId: "PP-D-1" });
    await isOnHold(byHit, "aml_check");
    await run("payouts go");
    await nothingSent();
    await clearAll();
    expect((await track(service, byHit)).status).not.toBe("on_hold");
    await run("orders release", { ref: byOperator.ref });
    await service.runJobs();
    expect((await track(service, byOperator)).status).not.toBe("on_hold");
    await isVerified();
  });
});

describe("after a release the order is checked again", () => {
  test("against a list that changes, once for each state of its entry", async () => {
    await importLines(listed);
    const order = await executedOrder(service);
    await clearAll();
    await importLines([...listed, "Somebody Else"], "2026-11-21");
    await rescanLists(service.ctx);
    expect((await track(service, order)).status).toBe("awaiting_payment");
    await importLines(["Ivanova Anna Petrovna", "Somebody Else"], "2026-11-22");
    await rescanLists(service.ctx);
    await isOnHold(order, "aml_check");
    await payExactly(service, order);
    await nothingSent();
    await clearAll();
    expect(await track(service, order)).toMatchObject({ status: "completed" });
  });

  test.each([
    ["`screening clear`", "hit"],
    ["`orders release` of an operator's hold", "operator"],
  ])("for who its customer is, where it was paid while it was held: %s", async (_, cause) => {
    service = await exchange({ settings: { IDENTITY_FROM: "1000" } });
    if (cause === "hit") await importLines(listed);
    const draft = await openDraft(service, { amount: "900" });
    (await stepTwo(service, draft, null)).reply();
    (await acceptTerms(service, draft)).reply();
    (await executeDraft(service, draft)).reply();
    if (cause === "operator") await run("orders hold", { ref: draft.ref, as: "aml_check" });
    await simulate(draft, "pay_over", "5000");
    await isOnHold(draft, "aml_check");
    if (cause === "hit") await clearAll();
    else await run("orders release", { ref: draft.ref });
    await isOnHold(draft, "kyc_required");
    await nothingSent();
    // The answer to that question is the team's, and ends it.
    await run("orders release", { ref: draft.ref });
    expect((await track(service, draft)).hold?.reason).not.toBe("kyc_required");
    await isVerified();
  });

  test("an order that a customer has given up stays a refund after the hit is cleared", async () => {
    const order = await executedOrder(service);
    await run("orders hold", { ref: order.ref, as: "kyc_required" });
    await payExactly(service, order);
    await applyEvent(service.ctx, order.ref, { name: "request_refund", refund: null }, "client");
    await importLines(listed);
    await rescanLists(service.ctx);
    await clearAll();
    const events = await service.ctx.db.orm.select().from(orderEvent);
    expect(events.some(({ event }) => event === "request_refund")).toBe(true);
    expect((await track(service, order)).status).toBe("refunded");
  });
});
