import { createServer } from "node:net";
import { eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { shownRef } from "../../../contract/order/order-number.ts";
import { audit, emailMessage, order, orderTaken, payment as paymentTable } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { mailTransport } from "../../../upstream/mail/delivery/transport.ts";
import { exchangeFigures } from "../../../upstream/observability/metrics/exchange-source.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { watchReserves } from "../../../upstream/orders/emails/reserve-watch.ts";
import { orderView } from "../../../upstream/orders/view/order-view.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type CollectingPost, collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
let mailer: CollectingPost;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  mailer = collectingPost();
});

const as = (name: string) => (command: string, args: Record<string, string>) =>
  runCommand(ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name } });
const [anna, boris] = [as("anna"), as("boris")];
/** Not the demo market's reserve. */
const ofOperators = ne(audit.actor, "demo market");
const work = () => ctx.jobs.run(jobWork(ctx, mailer));
async function read(ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}
const refusedFigure = async () =>
  (await exchangeFigures(ctx)).find(({ name }) => name === "emails_refused")?.values[0]?.value;
/** A mail server that takes no recipient. */
async function refusingSink(refusal: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => {
    socket.write("220 sink\r\n");
    socket.on("data", (line) => socket.write(String(line).startsWith("RCPT") ? `${refusal}\r\n` : "250 yes\r\n"));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The sink has no port");
  return { port: address.port, close: () => server.close() };
}
/** An order paid by PayPal, with the payout sent or due. */
async function paidByPaypal(): Promise<string> {
  const { ref } = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  await work();
  expect(await anna("orders confirm-payin", { ref, tx: "PP-1", amount: "100.00", asset: "paypal-usd" })).toMatchObject({
    ok: true,
  });
  return ref;
}

describe("a claim on an order", () => {
  test("is given to one of two concurrent operators, and the other's refusal names the holder", async () => {
    const { ref } = await executedRow(ctx);
    const outcomes = await Promise.all([anna("orders take", { ref }), boris("orders take", { ref })]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const [claim] = await ctx.db.orm.select().from(orderTaken);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      sentence: expect.stringContaining(`${claim?.actor} is on order`),
    });
    expect(await ctx.db.orm.select().from(audit).where(ofOperators)).toHaveLength(1);
  });

  test("blocks other operators unless forced with a reason; it is shown, released, and expires after half an hour", async () => {
    const { ref } = await executedRow(ctx);
    await anna("orders take", { ref });
    expect(await boris("orders hold", { ref })).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/^REFUSED: anna is on order .* until 09:30 UTC\. Ask them, or use --anyway/),
    });
    expect((await read(ref)).status).toBe("awaiting_payment");
    const outcome = await boris("orders show", { ref });
    expect(outcome.ok && outcome.data).toMatchObject({ on_it: expect.stringContaining("anna until") });
    const mine = await anna("orders list", { mine: "yes", reason: "manual_review" });
    expect(mine).toEqual({ ok: true, data: [] });

    expect(await boris("orders hold", { ref, anyway: "yes" })).toMatchObject({ ok: true });
    expect(await anna("orders leave", { ref })).toMatchObject({ ok: true });
    expect(await boris("orders release", { ref })).toMatchObject({ ok: true });

    await anna("orders take", { ref });
    await ctx.clock.advance(30 * 60);
    expect(await boris("orders hold", { ref })).toMatchObject({ ok: true });
  });
});

describe("a manually confirmed payment", () => {
  test("is booked once, however often it is reported, and never for another order", async () => {
    const { ref } = await executedRow(ctx);
    const other = await executedRow(ctx);
    const seen = { tx: "tron-1", amount: "500", asset: "usdt-trc20" };
    expect(await anna("orders confirm-payin", { ref, ...seen })).toMatchObject({ ok: true });
    expect(await boris("orders confirm-payin", { ref, ...seen })).toMatchObject({
      ok: true,
      data: expect.stringContaining("already has this"),
    });
    expect(await boris("orders confirm-payin", { ref, ...seen, amount: "400" })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("is already final with another amount"),
    });
    expect(await boris("orders confirm-payin", { ref: other.ref, ...seen })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("belongs to order"),
    });
    expect((await read(ref)).received).toBe(500_000000n);
    expect((await read(other.ref)).received).toBe(0n);
    const auditRows = await ctx.db.orm.select().from(audit).where(ofOperators);
    expect(auditRows).toMatchObject([
      {
        actor: "anna",
        action: "payment_final",
        reason: "for a good reason",
        details: { before: { status: "awaiting_payment", received: "0" }, after: { status: "processing" } },
      },
    ]);
    await work();
    expect((await read(ref)).status).toBe("completed");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("in capitals is the rail's own payment, also for another order", async () => {
    const { ref } = await executedRow(ctx);
    const other = await executedRow(ctx);
    const tx = "5f".repeat(32);
    const payment = { rail: "sandbox-tron", railPaymentId: tx, asset: "usdt-trc20", amount: 500_000000n, railFee: 0n };
    const final = { name: "payment_final", payment: { ...payment, confirmations: 20, required: 20 } } as const;
    await applyEvent(ctx, ref, final, "rail");
    const typed = { tx: ` ${tx.toUpperCase()}`, amount: "500", asset: "usdt-trc20" };
    expect(await anna("orders confirm-payin", { ref, ...typed })).toMatchObject({
      ok: true,
      data: expect.stringContaining("already has this"),
    });
    expect(await anna("orders confirm-payin", { ref: other.ref, ...typed })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("belongs to order"),
    });
    expect((await read(ref)).received).toBe(500_000000n);
    const row = { ...payment, id: "another", orderRef: other.ref, railPaymentId: tx.toUpperCase() };
    const seen = { confirmations: 0, required: 20, rateAtSight: "1", onTime: "in_window", seenAt: new Date() } as const;
    const second = ctx.db.orm.insert(paymentTable).values({ ...row, ...seen, status: "seen" });
    await expect(second).rejects.toThrow();
  });

  test.each([
    [{ amount: "0" }, "0 is not an amount of usdt-trc20."],
    [{ asset: "doge" }, "Unknown asset: doge."],
    [{ rail: "mars" }, expect.stringMatching(/^usdt-trc20 comes in by /)],
    [{ fee: "501" }, "501 is not a fee of 500."],
  ])("is refused when inconsistent: %o", async (wrong, sentence) => {
    const { ref } = await executedRow(ctx);
    const report = { ref, tx: "t", amount: "500", asset: "usdt-trc20", ...wrong };
    expect(await anna("orders confirm-payin", report)).toEqual({ ok: false, sentence });
    expect((await read(ref)).status).toBe("awaiting_payment");
  });
});

describe("a dispute", () => {
  test("before the payout costs us nothing: the payout is blocked", async () => {
    const ref = await paidByPaypal();
    expect(await anna("orders dispute-opened", { ref, case: "PP-D-7" })).toMatchObject({ ok: true });
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "dispute" });
    const today = await anna("today", {});
    expect(today.ok && today.data).toMatchObject({
      disputes: [{ disputed: "100.00", at_stake: "0.00", payout: "blocked" }],
      exposure: [{ asset: "paypal-usd", at_stake: "0.00", orders: 1 }],
      waits_for_you: [{ reason: "dispute", acts: "operator" }],
    });
    expect(await anna("orders dispute-lost", { ref })).toMatchObject({ ok: true });
    expect((await read(ref)).status).toBe("charged_back");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("after it shows our exposure per order and in total; a lost one costs exactly that", async () => {
    const [first, second] = [
      await paidByPaypal(),
      await executedRow(ctx, { from: "paypal-usd", to: "btc", amount: "200" }),
    ];
    await anna("orders confirm-payin", { ref: second.ref, tx: "PP-2", amount: "200.00", asset: "paypal-usd" });
    await work();
    expect((await read(first)).status).toBe("completed");
    await anna("orders dispute-opened", { ref: first, case: "PP-D-1" });
    await anna("orders dispute-opened", { ref: second.ref, case: "PP-D-2", amount: "50.00" });
    const today = await anna("today", {});
    expect(today.ok && today.data).toMatchObject({
      // Created at the same moment, so in any order.
      disputes: expect.arrayContaining([
        expect.objectContaining({ disputed: "100.00", at_stake: "100.00", payout: "gone" }),
        expect.objectContaining({ disputed: "50.00", at_stake: "50.00", payout: "gone" }),
      ]),
      exposure: [{ asset: "paypal-usd", at_stake: "150.00", orders: 2 }],
      reversible: [{ asset: "paypal-usd", amount: "300.00", orders: 2 }],
    });
    const free = async () => {
      const rows = await anna("reserve list", {});
      return (
        rows.ok && Array.isArray(rows.data) && rows.data.find((row) => JSON.stringify(row).includes('"paypal-usd"'))
      );
    };
    const before = await free();
    await anna("orders dispute-won", { ref: second.ref });
    await anna("orders dispute-lost", { ref: first, case: "PP-D-1" });
    expect(before).toMatchObject({ free: "48510.55" });
    expect(await free()).toMatchObject({ free: "48410.55" });
    expect((await read(first)).status).toBe("charged_back");
    expect((await read(second.ref)).status).toBe("completed");
    const left = { asset: "paypal-usd", amount: "200.00", orders: 1, payers: 1, of_largest_payer: "200.00" };
    expect(await anna("today", {})).toMatchObject({ data: { reversible: [left] } });
    await ctx.clock.advance(181 * 86_400);
    expect(await anna("today", {})).toMatchObject({ data: { reversible: [] } });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("is emailed to customer and operator, with the exposure and the commands", async () => {
    const ref = await paidByPaypal();
    await work();
    mailer.emails.length = 0;
    await anna("orders dispute-opened", { ref, case: "PP-D-1" });
    await work();
    expect(mailer.emails.map(({ kind }) => kind).sort()).toEqual(["dispute_opened", "operator_dispute"]);
    const operators = mailer.emails.find(({ kind }) => kind === "operator_dispute")?.text;
    expect(operators).toContain("At stake: 100.00\u00a0USD");
    expect(operators).toContain("operator orders evidence");
    await anna("orders dispute-won", { ref });
    await work();
    expect(mailer.emails.map(({ kind }) => kind)).toContain("dispute_won");
  });

  test("is refused for irreversible payments", async () => {
    const { ref } = await executedRow(ctx);
    expect(await anna("orders dispute-opened", { ref, case: "x" })).toEqual({
      ok: false,
      sentence: "usdt-trc20 cannot be disputed: nobody takes it back.",
    });
  });
});

describe("the evidence of an order", () => {
  test("is one page with terms, payments, transfers and emails, and no access link", async () => {
    const ref = await paidByPaypal();
    await work();
    await anna("orders note", { ref, text: "looks <b>odd</b> to us" });
    const outcome = await anna("orders evidence", { ref, out: "case.html" });
    if (!outcome.ok || !outcome.file) throw new Error("No evidence");
    const { text, path } = outcome.file;
    expect(path).toBe("case.html");
    const { rows } = await ctx.db.query(`select rail_tx_id as tx from outgoing where order_ref = '${ref}'`);
    for (const part of [
      "PP-1",
      "100.00 paypal-usd",
      "100.00 paypal-usd was received at 2026-11-21 09:00:00, transaction PP-1.",
      "was paid out to TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE at 2026-11-21 09:00:00, transaction ",
      "paypal_verified_only",
      paypalAccount,
      "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
      "Accepted terms",
      "terms version",
      "payment_final",
      "operator anna",
      "Your exchange is complete",
      `payin:sandbox-paypal:PP-1`,
      String(Object.values(rows[0] ?? {})[0]),
    ]) {
      expect(text).toContain(part);
    }
    for (const whole of [text, JSON.stringify(outcome.data)]) {
      expect(whole).not.toMatch(/token-|\?t=/);
      expect(whole).not.toContain("looks");
      expect(whole).not.toContain("for a good reason");
    }
    // No empty row, and no ISO timestamp.
    expect(text).not.toMatch(/<th scope="row">[^<]+<\/th><td class="">–|\dT\d\d:\d\d:/);
    expect(text).not.toMatch(/<script|<img|<link|https?:\/\/(?!kursa\.test)/);
  });

  test("escapes customers' input", async () => {
    const { ref } = await executedRow(ctx);
    const payoutExtra = { full_name: `<script>alert("x")</script>` };
    await ctx.db.orm.update(order).set({ payoutExtra }).where(eq(order.ref, ref));
    const outcome = await anna("orders evidence", { ref, out: "x.html" });
    expect(outcome.ok && outcome.file?.text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(outcome.ok && outcome.file?.text).not.toContain("<script>");
  });
});

describe("a low reserve", () => {
  test("is reported to the operator once a day until it is filled", async () => {
    await anna("reserve take", { asset: "paypal-usd", amount: "48210.00", anyway: "yes" });
    await watchReserves(ctx, mailer);
    await watchReserves(ctx, mailer);
    expect(mailer.emails).toMatchObject([
      {
        id: "reserve:paypal-usd:2026-11-21",
        to: "operator@kursa.test",
        subject: "Kursa: Low reserve: paypal-usd",
      },
    ]);
    expect(mailer.emails[0]?.text).toContain("operator reserve fund paypal-usd");
    await ctx.clock.advance(24 * 3600);
    await watchReserves(ctx, { ...mailer, operatorEmail: undefined });
    await watchReserves(ctx, mailer);
    expect(mailer.emails).toHaveLength(2);
    await anna("reserve fund", { asset: "paypal-usd", amount: "48210.00", anyway: "yes" });
    await ctx.clock.advance(24 * 3600);
    await watchReserves(ctx, mailer);
    expect(mailer.emails).toHaveLength(2);
  });
});

describe("emails handled by an operator", () => {
  test("are resent with the same text and a current link", async () => {
    const { ref } = await executedRow(ctx);
    await work();
    await ctx.db.orm.update(order).set({ tokenGeneration: 2 }).where(eq(order.ref, ref));
    await anna("orders hold", { ref });
    expect(await anna("emails resend", { ref, kind: "created" })).toMatchObject({ ok: true });
    await work();
    const copies = mailer.emails.filter(({ kind }) => kind === "created");
    expect(copies).toHaveLength(2);
    expect(copies[1]?.text).toBe(copies[0]?.text.replace(`token-${ref}-1`, `token-${ref}-2`));
    expect(copies[1]?.html).toContain(`?t=token-${ref}-2"`);
    expect(await anna("emails resend", { ref, kind: "refunded" })).toMatchObject({ ok: false });
  });

  test("are listed as stored, not sent, where no mail server is set", async () => {
    const { ref } = await executedRow(ctx);
    const folder = { ...mailer, transport: { ...mailer.transport, result: "stored" as const } };
    await ctx.jobs.run(jobWork(ctx, folder));
    for (const listed of [await anna("emails list", { order: ref }), await anna("orders show", { ref })]) {
      expect(JSON.stringify(listed)).toContain('"status":"stored"');
      expect(JSON.stringify(listed)).not.toContain('"status":"sent"');
    }
    const evidence = await anna("orders evidence", { ref, out: "case.html" });
    expect(evidence.ok && evidence.file?.text).toContain("created, not sent, stored in a file for ");
    await ctx.clock.advance(60);
    expect(await anna("emails resend", { ref, kind: "created" })).toMatchObject({ ok: true });
    await work();
    const all = await anna("emails list", { order: ref });
    expect(all.ok && all.data).toMatchObject([{ status: "sent" }, { status: "stored" }]);
  });

  test("that failed appear in today's overview", async () => {
    await executedRow(ctx);
    const down = {
      ...mailer,
      transport: { ...mailer.transport, deliver: () => Promise.reject(new Error("no route")) },
    };
    await expect(ctx.jobs.run(jobWork(ctx, down))).rejects.toThrow("no route");
    const today = await anna("today", {});
    expect(today.ok && today.data).toMatchObject({ unsent_emails: [{ failures: 1, failure: "no route" }] });
  });

  test("that the recipient's server refuses are told to operators for three days, and on the order's page until one arrives", async () => {
    const { ref } = await executedRow(ctx);
    const refused = async () => (await orderView(ctx, await read(ref), "en")).email_refused;
    expect(await refused()).toBe(false);
    const sink = await refusingSink("550 5.1.1 no such user");
    const smtp = { smtpUrl: `smtp://127.0.0.1:${sink.port}`, from: "a@kursa.test", replyTo: "b@kursa.test" };
    const transport = mailTransport({ ...smtp, mailboxFolder: "" });
    await ctx.jobs.run(jobWork(ctx, { ...mailer, transport }));
    transport.close();
    sink.close();

    expect(await refused()).toBe(true);
    const refusal = { failure: expect.stringContaining("no such user") };
    const today = await anna("today", {});
    expect(today.ok && today.data).toMatchObject({
      unsent_emails: [],
      refused_emails: [{ ref: shownRef(ref), ...refusal }],
    });
    const unsent = await anna("emails list", { unsent: "yes" });
    expect(unsent.ok && unsent.data).toMatchObject([{ order: shownRef(ref), status: "refused", ...refusal }]);
    expect(await refusedFigure()).toBe(1);

    await ctx.clock.advance(3 * 86_400 + 1);
    expect(await refusedFigure()).toBe(0);
    expect(await anna("emails list", { unsent: "yes" })).toMatchObject({ data: [] });
    await ctx.db.orm.update(emailMessage).set({ status: "sent", sentAt: ctx.clock.now() });
    expect(await refused()).toBe(false);
  });
});
