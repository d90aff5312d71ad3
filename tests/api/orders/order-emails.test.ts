import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { emailMessage, order } from "../../../upstream/db/schema/index.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { sendOrderEmail } from "../../../upstream/orders/emails/send-order-email.ts";
import { proveOrderEmail } from "../../../upstream/orders/prove-order-email.ts";
import { orderView } from "../../../upstream/orders/view/order-view.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { customerEmail, paypalAccount } from "../../support/orders/example-customer.ts";
import { multiplies } from "../../support/orders/multiplies.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type CollectingPost, collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
let mailer: CollectingPost;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  mailer = collectingPost();
});

const work = () => ctx.jobs.run(jobWork(ctx, mailer));

async function read(ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}

describe("the emails of an order", () => {
  test("report it created, paid and completed, each with a working link", async () => {
    const { ref, payinAddress } = await executedRow(ctx);
    await proveOrderEmail(ctx.db.orm, { ref, email: customerEmail });
    await work();
    await simulateEvent(ctx, await read(ref), "pay_exact", null);
    await work();

    const kinds = mailer.emails.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "payment_seen")).toEqual(["created", "paid", "completed"]);
    for (const { to, text, html } of mailer.emails) {
      expect(to).toBe(customerEmail);
      expect(text).toContain(`https://kursa.test/En/order/${ref}?t=token-${ref}-1`);
      expect(html).toContain(`href="https://kursa.test/En/order/${ref}?t=token-${ref}-1"`);
    }
    expect(mailer.emails[0]?.text).toContain(`Send to: ${payinAddress}`);
    expect(mailer.emails.at(-1)?.text).toContain(paypalAccount);
  });

  test("show the rate with all fees: the amount received times it is the amount sent", async () => {
    const { ref } = await executedRow(ctx);
    await simulateEvent(ctx, await read(ref), "pay_exact", null);
    await work();
    for (const { kind, text } of mailer.emails.filter((email) => email.text.includes("All-in rate"))) {
      const figure = (row: string) => new RegExp(`(?:${row}): ([\\d.,]+)`).exec(text)?.[1]?.replaceAll(",", "") ?? "";
      const rate = /All-in rate: 1\sUSDT = ([\d.]+)/.exec(text)?.[1] ?? "";
      expect(multiplies(figure("We received|You send"), rate, figure("We sent|You get")), kind).toBe(true);
    }
    expect(mailer.emails.at(-1)?.text).toContain("All-in rate");
  });

  test("are in the order's language", async () => {
    await executedRow(ctx, { language: "ru" });
    await work();
    expect(mailer.emails[0]).toMatchObject({ language: "ru", subject: expect.stringContaining("ждём оплату") });
    expect(mailer.emails[0]?.text).toContain("https://kursa.test/Ru/order/");
  });

  test("are sent once even if the database fails while one is marked as sent", async () => {
    const { ref } = await executedRow(ctx);
    let isAway = true;
    const update: typeof ctx.db.orm.update = (table) => {
      if (!isAway) return ctx.db.orm.update(table);
      isAway = false;
      throw Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" });
    };
    const orm: typeof ctx.db.orm = Object.create(ctx.db.orm, { update: { value: update } });
    await sendOrderEmail({ ...ctx, db: { ...ctx.db, orm } }, mailer, { ref, kind: "created", version: "2" });
    expect(isAway).toBe(false);
    expect(mailer.emails).toHaveLength(1);
    expect(await ctx.db.orm.select({ status: emailMessage.status }).from(emailMessage)).toEqual([{ status: "sent" }]);
  });

  test("are sent once, however often the job runs", async () => {
    const { ref } = await executedRow(ctx);
    const job = { ref, kind: "created", version: "2" };
    await sendOrderEmail(ctx, mailer, job);
    await sendOrderEmail(ctx, mailer, job);
    expect(mailer.emails).toHaveLength(1);
    await sendOrderEmail(ctx, mailer, { ...job, version: "3" });
    expect(mailer.emails.map(({ id }) => id)).toEqual([`${ref}:created:2`, `${ref}:created:3`]);
  });

  test("that failed are sent by the next attempt with the same id and time", async () => {
    const { ref } = await executedRow(ctx);
    const job = { ref, kind: "created", version: "2" };
    const at = ctx.clock.now();
    const down = {
      ...mailer,
      transport: { ...mailer.transport, deliver: () => Promise.reject(new Error("mail is down")) },
    };
    await expect(sendOrderEmail(ctx, down, job)).rejects.toThrow("mail is down");
    await ctx.clock.advance(60);
    await sendOrderEmail(ctx, mailer, job);
    expect(mailer.emails).toMatchObject([{ id: `${ref}:created:2`, at }]);
    const [row] = await ctx.db.orm.select().from(emailMessage);
    expect(row).toMatchObject({ status: "sent", createdAt: at, sentAt: ctx.clock.now() });
  });

  test("link with the order's current link generation", async () => {
    const { ref } = await executedRow(ctx);
    await ctx.db.orm.update(order).set({ tokenGeneration: 2 }).where(eq(order.ref, ref));
    await sendOrderEmail(ctx, mailer, { ref, kind: "link", version: "once" });
    expect(mailer.emails[0]?.text).toContain(`?t=token-${ref}-2`);
  });

  test("state the hold reason, and that a refund was sent", async () => {
    const { ref } = await executedRow(ctx);
    await simulateEvent(ctx, await read(ref), "pay_partial", "100");
    await work();
    const held = mailer.emails.find(({ kind }) => kind === "on_hold");
    expect(held?.text).toContain("differs from the order");
    granted(await applyEvent(ctx, ref, { name: "request_refund", refund: null }, "client"));
    await work();
    expect(await read(ref)).toMatchObject({ status: "refunded" });
    const view = await orderView(ctx, await read(ref), "en");
    expect(view.refund.sent).toEqual({ asset: "usdt-trc20", amount: "99.000000", fee: "1.000000" });
    const refunded = mailer.emails.find(({ kind }) => kind === "refunded");
    expect(refunded?.text).toMatch(/We refunded 99 ?.USDT to TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE/);
  });

  test("report a cancellation", async () => {
    const { ref } = await executedRow(ctx);
    await work();
    granted(await applyEvent(ctx, ref, { name: "cancel" }, "client"));
    await work();
    expect(mailer.emails.map(({ kind }) => kind)).toEqual(["created", "cancelled"]);
  });
});

test("the operator is emailed about an order on hold, without an order link", async () => {
  const { ref } = await executedRow(ctx);
  granted(await applyEvent(ctx, ref, { name: "operator_hold", reason: "aml_check", note: "score 70" }, "operator"));
  await sendOrderEmail(ctx, mailer, { ref, kind: "operator_hold", version: "4" });
  expect(mailer.emails).toMatchObject([{ to: "operator@kursa.test", kind: "operator_hold" }]);
  expect(mailer.emails[0]?.text).not.toContain("token-");
  await sendOrderEmail(ctx, { ...mailer, operatorEmail: undefined }, { ref, kind: "operator_reminder", version: "5" });
  expect(mailer.emails).toHaveLength(1);
});

test("queues and tables contain no link, although the text is stored", async () => {
  const { ref } = await executedRow(ctx);
  expect(JSON.stringify(ctx.jobs.waiting)).not.toContain("token-");
  await work();
  const { rows } = await ctx.db.query("select * from letter");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(`token-${ref}`);
  const [storedEmail] = await ctx.db.orm.select().from(emailMessage);
  expect(storedEmail?.subject).toBe(mailer.emails[0]?.subject);
  expect(storedEmail?.text).toBe(mailer.emails[0]?.text.replace(`?t=token-${ref}-1`, ""));
  expect(storedEmail?.html).toBe(mailer.emails[0]?.html.replace(`?t=token-${ref}-1`, ""));
});

describe("a late email", () => {
  test("is not sent when it is outdated", async () => {
    const { ref } = await executedRow(ctx);
    granted(await applyEvent(ctx, ref, { name: "cancel" }, "client"));
    await work();
    expect(mailer.emails.map(({ kind }) => kind)).toEqual(["cancelled"]);
    const rows = await ctx.db.orm.select({ kind: emailMessage.kind, status: emailMessage.status }).from(emailMessage);
    expect(rows).toEqual(
      expect.arrayContaining([
        { kind: "created", status: "overtaken" },
        { kind: "cancelled", status: "sent" },
      ]),
    );
  });

  test("about a hold replaced by another describes the current one, once", async () => {
    const { ref } = await executedRow(ctx);
    await work();
    granted(await applyEvent(ctx, ref, { name: "operator_hold", reason: "manual_review", note: "a look" }, "operator"));
    granted(await applyEvent(ctx, ref, { name: "operator_hold", reason: "kyc_required", note: "papers" }, "operator"));
    await work();
    const held = mailer.emails.filter(({ kind }) => kind === "on_hold");
    expect(held).toHaveLength(1);
    expect(held[0]?.text).toContain("We need to verify your identity");
    expect(mailer.emails.filter(({ kind }) => kind === "operator_hold")).toHaveLength(1);
  });

  test("records delivery errors and their number", async () => {
    const { ref } = await executedRow(ctx);
    const down = {
      ...mailer,
      transport: { ...mailer.transport, deliver: () => Promise.reject(new Error("550 no such box")) },
    };
    const job = { ref, kind: "created", version: "2" };
    await expect(sendOrderEmail(ctx, down, job)).rejects.toThrow("550");
    await expect(sendOrderEmail(ctx, down, job)).rejects.toThrow("550");
    const [row] = await ctx.db.orm.select().from(emailMessage);
    expect(row).toMatchObject({ status: "queued", failures: 2, failure: "550 no such box" });
  });
});
