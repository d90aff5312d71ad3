import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { paypalTask, screeningHit } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, paidEntry } from "../../support/paypal-by-hand/hand-exchange.ts";
import { listFile } from "../../support/screening/list-files.ts";

let hand: HandExchange;
let opened: OpenedOrder;
let number: string;
beforeEach(async () => {
  hand = await handExchange();
  opened = await hand.paidOrder();
  const [task] = await hand.service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.kind, "pay"));
  number = String(task?.number);
});

const claim = () => hand.as("anna", "tasks claim", { number });
const block = () =>
  hand.must("carl", "blocklist add", { kind: "paypal", value: paypalAccount, reason: "fraud elsewhere" });

test("a task whose payee was blocked after the payout was let go is claimed by nobody before the block is removed", async () => {
  const { id } = (await block()).data as { id: string };
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("blocklist") });
  await hand.must("carl", "blocklist remove", { id, reason: "another person" });
  expect(await claim()).toMatchObject({ ok: true });
});

test("a task whose payee may be a listed party since is claimed once that was decided", async () => {
  const path = listFile("Ivanova Anna\n");
  await hand.must("carl", "screening import", { path, list: "own", date: "2026-11-20", reason: "a new list" });
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("screening list") });
  const hits = await hand.service.ctx.db.orm.select().from(screeningHit);
  expect(hits.length).toBeGreaterThan(0);
  for (const { id } of hits) await hand.must("carl", "screening clear", { id, reason: "another birth date" });
  expect(await claim()).toMatchObject({ ok: true });
});

test("who has claimed it before gets no more time, but what was paid all the same is booked", async () => {
  await hand.must("anna", "tasks claim", { number });
  await block();
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("tasks give-back") });
  await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });
  expect(await track(hand.service, opened)).toMatchObject({ status: "completed" });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});
