import { beforeEach, expect, test } from "vitest";
import { z } from "zod/v4";
import { emailMessage, paypalTask } from "../../../upstream/db/schema/index.ts";
import { auditBooks } from "../../../upstream/ledger/last-audit.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { keepNotice } from "../../../upstream/rails/paypal-by-hand/notices/notice-store.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import {
  files,
  type HandExchange,
  handExchange,
  paidEntry,
  screenshots,
  txOf,
} from "../../support/paypal-by-hand/hand-exchange.ts";
import { enrol, signedBy, type TestStaff } from "../../support/service/staff.ts";

const reason = "seen at PayPal";
let hand: HandExchange;

beforeEach(async () => {
  hand = await handExchange({ settings: { PAYPAL_CONFIRM_ABOVE: "0.01" } });
});

async function give(staff: TestStaff, command: string, args: Record<string, string>) {
  const outcome = await runCommand(hand.service.ctx, { ...signedBy(hand.service.ctx, staff, command, args), files });
  await hand.service.runJobs();
  if (!outcome.ok) throw new Error(`${command}: ${outcome.sentence}`);
  return outcome.data;
}

const page = z.looseObject({
  fees: z.array(z.record(z.string(), z.unknown())),
  differences: z.array(z.record(z.string(), z.unknown())),
  left: z.array(z.object({ what: z.string(), number: z.unknown() })),
  signed_by_two: z.array(z.record(z.string(), z.unknown())),
  emails_of_no_task: z.number(),
});

/** The page of today, closed a day later. */
async function closed(close: (args: Record<string, string>) => Promise<unknown>) {
  const day = hand.service.ctx.clock.now().toISOString().slice(0, 10);
  await hand.service.pass(24 * 3600);
  await auditBooks(hand.service.ctx);
  return page.parse(await close({ day, anyway: "yes", reason: "the day is over" }));
}

test("the page has all that two people have signed that day, each once", async () => {
  const { service } = hand;
  const paid = await hand.paidOrder();
  const { anna, boris } = await enrol(service.ctx);
  const [payTask] = await service.ctx.db.orm.select().from(paypalTask);
  // A payout, above the limit of one person.
  const pay: Record<string, string> = { ...paidEntry(service, paid), number: String(payTask?.number) };
  await give(anna, "tasks claim", { number: pay.number ?? "" });
  await give(anna, "tasks paid", pay);
  const read = (tx: string, amount: string) => ({ tx, amount, reason });
  await give(boris, "tasks confirm", { id: await hand.waitingEntry(), ...read(pay.tx ?? "", pay.amount ?? "") });
  await service.pass(60);
  // A payment, which only these two have seen: an approval that is checked with its signature.
  const invoice = await executedOrder(service, paypalToUsdt);
  const [, task] = await service.ctx.db.orm.select().from(paypalTask).orderBy(paypalTask.number);
  const number = String(task?.number);
  await give(anna, "tasks claim", { number });
  await give(anna, "tasks invoiced", { number, invoice: "INV2-1" });
  const seen = { tx: txOf("invoice"), amount: "100.00", fee: "3.98", account: paypalAccount };
  const at = service.ctx.clock.now().toISOString();
  await give(anna, "tasks received", { number, ...seen, at, screenshot: screenshots.picture, reason });
  await give(boris, "tasks confirm", { id: await hand.waitingEntry(), ...read(seen.tx, seen.amount) });
  await service.pass(60);
  // A command that counts once two people have given it.
  const added = z
    .object({ id: z.string() })
    .parse(await give(anna, "blocklist add", { kind: "domain", value: "spam.example", reason: "spam" }));
  await give(anna, "blocklist remove", { id: added.id, reason: "by mistake" });
  await give(boris, "blocklist remove", { id: added.id, reason: "by mistake" });
  const { signed_by_two: rows } = await closed((args) => give(anna, "day close", args));
  const both = { first: "anna", second: "boris", is_signed: true };
  expect(rows).toMatchObject([
    { what: "paypal paid", subject: `${paid.ref}, task ${pay.number}`, ...both },
    { what: "payin_confirmed", subject: invoice.ref, ...both },
    { what: "blocklist remove", subject: added.id, ...both },
  ]);
  const nothing = await closed((args) => give(anna, "day close", args));
  expect(nothing.signed_by_two).toEqual([]);
});

test("the page says that names are labels while there are no staff", async () => {
  const paid = await hand.paidOrder();
  const [task] = await hand.service.ctx.db.orm.select().from(paypalTask);
  const pay: Record<string, string> = { ...paidEntry(hand.service, paid), number: String(task?.number) };
  await hand.must("anna", "tasks claim", { number: pay.number ?? "" });
  await hand.must("anna", "tasks paid", pay);
  const read = { tx: pay.tx ?? "", amount: pay.amount ?? "", reason };
  await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), ...read });
  const { signed_by_two: rows, fees } = await closed(async (args) => (await hand.must("anna", "day close", args)).data);
  expect(rows).toMatchObject([{ what: "paypal paid", first: "anna", second: "boris", is_signed: false }]);
  expect(fees).toMatchObject([{ figure: "network_fees", asset: "paypal-usd", amount: "-0.35", in: "USD" }]);
});

test("the page counts all that is left of a kind, and names what differs", async () => {
  const { service } = hand;
  const createdAt = service.ctx.clock.now();
  const queued = { kind: "order_created", language: "en", status: "queued", failures: 1, createdAt } as const;
  const emails = Array.from({ length: 73 }, (_, at) => ({ ...queued, id: `em_${at}`, to: "a@b.example" }));
  await service.ctx.db.orm.insert(emailMessage).values(emails.map((email) => ({ ...email, cause: "house" as const })));
  const notice = {
    read: "It is no email with headers.",
    subject: "",
    identity: "x",
    receivedAt: createdAt,
    authenticated: true,
  };
  await keepNotice(service.ctx.db.orm, notice);
  await hand.paidOrder();
  const closing = await closed(async (args) => (await hand.must("anna", "day close", args)).data);
  const left = new Map(closing.left.map(({ what, number }) => [what, number]));
  expect(left.get("unsent_emails")).toBe(73);
  expect(left.get("paypal_tasks")).toBe(1);
  expect(left.get("paypal_notices")).toBe(1);
  expect(closing.emails_of_no_task).toBe(1);
  expect(closing.differences).toContainEqual(
    expect.objectContaining({ rail: "paypal-by-hand", matched_until: null, differences: null }),
  );
});
