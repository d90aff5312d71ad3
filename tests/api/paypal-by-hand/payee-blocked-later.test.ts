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

test("a task cannot be claimed while its payee is on the blocklist, even if the payout was released before the block", async () => {
  const { id } = (await block()).data as { id: string };
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("blocklist") });
  await hand.must("carl", "blocklist remove", { id, reason: "another person" });
  expect(await claim()).toMatchObject({ ok: true });
});

test("a task whose payee matches a list imported after the release can be claimed once the hit is decided", async () => {
  const path = listFile("Ivanova Anna\n");
  await hand.must("carl", "screening import", { path, list: "own", date: "2026-11-20", reason: "a new list" });
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("screening list") });
  const hits = await hand.service.ctx.db.orm.select().from(screeningHit);
  expect(hits.length).toBeGreaterThan(0);
  for (const { id } of hits) await hand.must("carl", "screening clear", { id, reason: "another birth date" });
  expect(await claim()).toMatchObject({ ok: true });
});

test("a claim is not extended once the payee is blocked, and a payment entered after that is booked", async () => {
  await hand.must("anna", "tasks claim", { number });
  await block();
  expect(await claim()).toMatchObject({ ok: false, sentence: expect.stringContaining("tasks give-back") });
  await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });
  expect(await track(hand.service, opened)).toMatchObject({ status: "completed" });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});
