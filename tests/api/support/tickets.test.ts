import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { ticket } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { closeUnanswered } from "../../../upstream/support/change-ticket.ts";
import { deleteLooseFiles } from "../../../upstream/support/ticket-files.ts";
import { deleteOldTickets } from "../../../upstream/support/ticket-retention.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";
import { by, from, signedUp } from "../../support/service/members.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange({ settings: { OPERATOR_EMAIL: "desk@kursa.test" } });
});

const question = {
  email: "anna@example.com",
  topic: "payment" as const,
  message: "Where is my payout?",
  attachments: [] as string[],
};
let keys = 0;
const fresh = () => {
  keys += 1;
  return `key-${keys}`;
};

type Asking = Partial<typeof question> & { name?: string; order_ref?: string };
const write = (more: Asking = {}, sent: object = {}) =>
  service.call("supportMessage", { body: { ...question, ...more }, key: fresh(), ...sent });
async function opened(more: Asking = {}, sent: object = {}) {
  const { ticket: number, token } = (await write(more, sent)).reply().data;
  return { ticket: number, token };
}
type Opened = Awaited<ReturnType<typeof opened>>;
const view = async ({ ticket: number, token }: Opened) =>
  (await service.call("supportTicket", { query: { ticket: number }, token })).reply().data;
const answer = ({ ticket: number, token }: Opened, message: string, attachments: string[] = []) =>
  service.call("supportAnswer", { body: { ticket: number, message, attachments }, token, key: fresh() });
async function operator(command: string, args: Record<string, string>) {
  const outcome = await runCommand(service.ctx, { command, args, operator: { name: "mira" } });
  await service.runJobs();
  return outcome;
}
const emailOf = async (kind: string) => (await service.emails(question.email)).find((email) => email.kind === kind);
const upload = async () =>
  (await service.call("supportAttachment", { body: { name: "../<b>.svg", image: onePixel }, key: fresh() })).reply()
    .data.id;

describe("a question to support", () => {
  test("is answered on its page and by email, in the customer's language", async () => {
    const asked = await opened({}, { headers: { "Accept-Language": "ru" } });
    expect(asked.ticket).toMatch(/^SUP-\d{5,}$/);
    const [received] = await service.emails(question.email);
    expect(received).toMatchObject({ kind: "ticket_received", language: "ru" });
    // The address may be a stranger's: the form must not send texts of others there.
    expect(received?.text).not.toContain(question.message);

    expect(
      await operator("tickets answer", { ticket: asked.ticket, text: "It is <b>sent</b>.", name: "Мира" }),
    ).toMatchObject({ ok: true });
    const answered = await emailOf("ticket_answered");
    expect(answered).toMatchObject({ kind: "ticket_answered", language: "ru" });
    expect(answered?.text).toContain("It is <b>sent</b>.");
    expect(answered?.html).toContain("It is &lt;b&gt;sent&lt;/b&gt;.");
    expect(await view(asked)).toMatchObject({
      status: "awaiting_customer",
      entries: [
        { author: "customer", text: question.message },
        { author: "system", event: "received" },
        { author: "support", name: "Мира", text: "It is <b>sent</b>." },
      ],
    });

    expect((await answer(asked, "Thank you")).reply().data.status).toBe("awaiting_support");
    const solve = { body: { ticket: asked.ticket }, token: asked.token };
    expect((await service.call("supportSolve", solve)).reply().data).toMatchObject({
      status: "closed",
      can_answer: true,
    });
    expect((await service.call("supportSolve", solve)).reply().data.entries).toHaveLength(5);
    const again = (await answer(asked, "One more thing")).reply().data;
    expect(again.status).toBe("awaiting_support");
    expect(again.entries.map(({ event }) => event).filter(Boolean)).toEqual(["received", "solved", "reopened"]);
    expect((await service.emails("desk@kursa.test")).map(({ kind }) => kind)).toEqual(Array(3).fill("operator_ticket"));
  });

  test("opens one ticket, however often the form is sent", async () => {
    const key = fresh();
    const [first, second] = await Promise.all(
      [1, 2].map(() => service.call("supportMessage", { body: question, key })),
    );
    expect(second?.text).toBe(first?.text);
    expect(await service.ctx.db.orm.select().from(ticket)).toHaveLength(1);
  });

  test.each([
    [{ email: "" }, "/email", "required"],
    [{ email: "anna" }, "/email", "email_format"],
    [{ message: " \u202e\u200b " }, "/message", "required"],
    [{ message: "x".repeat(4001) }, "/message", "too_long"],
    [{ attachments: ["tf_unknown"] }, "/attachments", "file_expired"],
  ])("with %j is refused at its field and stores nothing", async (more, pointer, code) => {
    const refused = (await service.ask("supportMessage", { body: { ...question, ...more }, key: fresh() })).problem();
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer, code }] });
    expect(await service.ctx.db.orm.select().from(ticket)).toEqual([]);
  });

  test("sends a stranger's address few emails, and an address has a limit that does not count for its owner", async () => {
    const member = await signedUp(service, "anna@example.com");
    for (let count = 0; count < 10; count += 1) expect((await write()).status).toBe(202);
    const received = (await service.emails(question.email)).filter(({ kind }) => kind === "ticket_received");
    // One of the day's six was used up by the sign-up's code.
    expect(received).toHaveLength(5);
    expect((await write({}, by(member.token))).status).toBe(202);
    expect((await write({ email: "ANNA@example.com" })).problem()).toMatchObject({ status: 429 });
    expect((await write({ email: "boris@example.com" })).status).toBe(202);
  });

  test("is limited by network", async () => {
    const limited = await exchange({ settings: { RATE_LIMITS: "on" } });
    const ask = () => limited.call("supportMessage", { body: question, key: fresh(), ...from("198.51.100.1") });
    for (let count = 0; count < 10; count += 1) await ask();
    expect((await ask()).problem()).toMatchObject({ status: 429, code: "too_many_requests" });
  });
});

describe("what a stranger must not get", () => {
  test("a ticket opens by its own token or its member only, and looks like none otherwise", async () => {
    const member = await signedUp(service, "member@example.com");
    const other = await signedUp(service, "other@example.com");
    const [mine, theirs] = [await opened({}, by(member.token)), await opened({ email: "boris@example.com" })];
    const absent = await service.call("supportTicket", { query: { ticket: "SUP-99999" } });
    const tries = [
      { query: { ticket: mine.ticket } },
      { query: { ticket: mine.ticket }, token: theirs.token },
      { query: { ticket: mine.ticket }, token: mine.token.replace(/.$/, (end) => (end === "a" ? "b" : "a")) },
      { query: { ticket: mine.ticket }, ...by(other.token) },
    ];
    for (const sent of tries) {
      const refused = await service.call("supportTicket", sent);
      expect([refused.status, { ...refused.problem(), request_id: "" }]).toEqual([
        404,
        { ...absent.problem(), request_id: "" },
      ]);
    }
    const write = { ticket: mine.ticket, message: "hi", attachments: [] };
    expect((await service.call("supportAnswer", { body: write, token: theirs.token, key: fresh() })).status).toBe(404);
    expect((await service.call("supportSolve", { body: { ticket: mine.ticket }, ...by(other.token) })).status).toBe(
      404,
    );
    expect((await service.call("memberTickets", by(other.token))).reply().data).toEqual([]);
    const memberTickets = (await service.call("memberTickets", by(member.token))).reply().data;
    expect(memberTickets).toMatchObject([{ ticket: mine.ticket, status: "awaiting_support" }]);
    expect((await service.call("supportTicket", { query: { ticket: mine.ticket }, ...by(member.token) })).status).toBe(
      200,
    );
  });

  test("the reply is the same whether we know the email and the order or not", async () => {
    const { ref } = await executedOrder(service);
    await signedUp(service, "member@example.com");
    const replies = [];
    for (const more of [{ order_ref: ref }, { order_ref: "7Q2MK9XW3T" }, { email: "member@example.com" }, {}]) {
      const { data } = (await write(more)).reply();
      replies.push({ ...data, ticket: "", token: data.token.length });
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });

  test("an order is linked only with its token, and proves its email", async () => {
    const { ref, token } = await executedOrder(service);
    const rows = service.ctx.db.orm.select().from(ticket);
    await opened({ order_ref: ref });
    expect((await rows).at(-1)).toMatchObject({ orderRef: null, orderTyped: ref, emailConfirmed: false });
    await opened({ order_ref: ref }, { token });
    expect((await service.ctx.db.orm.select().from(ticket)).at(-1)).toMatchObject({ orderRef: ref, orderTyped: null });
  });

  test("nothing that a customer writes can look like support", async () => {
    const asked = await opened({
      name: "Kursa support\u202e",
      message: "Support: <img src=x>\n> On Monday Kursa wrote:\n\u2067send codes\u2069",
    });
    await operator("tickets note", { ticket: asked.ticket, text: "This looks like phishing." });
    const { entries } = await view(asked);
    expect(entries.map(({ author, name }) => [author, name])).toEqual([
      ["customer", null],
      ["system", null],
    ]);
    expect(entries[0]?.text).toBe("Support: <img src=x>\n> On Monday Kursa wrote:\nsend codes");
    const outcome = await operator("tickets show", { ticket: asked.ticket });
    expect(JSON.stringify(outcome)).toContain("This looks like phishing.");
    expect(await service.emails(question.email)).toHaveLength(1);
  });

  test("only a link from an email proves a guest's address", async () => {
    const asked = await opened();
    await view(asked);
    const proven = async () => (await service.ctx.db.orm.select().from(ticket))[0]?.emailConfirmed;
    expect(await proven()).toBe(false);
    const link = /support\/SUP-\d+\?t=([a-z2-7]{26})/.exec((await service.emails(question.email))[0]?.text ?? "")?.[1];
    expect(link).not.toBe(asked.token);
    await view({ ...asked, token: link ?? "" });
    expect(await proven()).toBe(true);
  });
});

describe("a picture of a message", () => {
  test("is re-encoded, opens with its ticket only, and is never served with an active type", async () => {
    const id = await upload();
    const asked = await opened({ attachments: [id] });
    const [file] = (await view(asked)).entries[0]?.files ?? [];
    expect(file).toMatchObject({ id, name: "_b_.webp" });
    const fileResponse = await service.call("supportFile", { query: { ticket: asked.ticket, id }, token: asked.token });
    expect(Object.fromEntries(fileResponse.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-disposition": "inline; filename*=UTF-8''_b_.webp",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const other = await opened();
    for (const sent of [
      { ticket: asked.ticket, token: other.token },
      { ticket: other.ticket, token: other.token },
    ])
      expect(
        (await service.call("supportFile", { query: { ticket: sent.ticket, id }, token: sent.token })).status,
      ).toBe(404);
    // One picture belongs to one message.
    expect((await answer(other, "mine now", [id])).problem()).toMatchObject({ status: 422 });
    expect(await operator("tickets file", { ticket: asked.ticket, id, out: "a.webp" })).toMatchObject({
      file: { path: "a.webp", encoding: "base64", text: expect.stringMatching(/^UklGR/) },
    });
  });

  test.each([
    ["a PDF", `data:application/pdf;base64,${Buffer.from("%PDF-1.7").toString("base64")}`],
    ["a drawing with a script", `data:image/png;base64,${Buffer.from("<svg><script/></svg>").toString("base64")}`],
    ["no picture at all", "https://example.com/a.png"],
  ])("is refused when it is %s", async (_what, image) => {
    const refused = (await service.call("supportAttachment", { body: { name: "a", image }, key: fresh() })).problem();
    expect(refused.errors).toEqual([{ pointer: "/image", code: "image_format" }]);
  });

  test("without a message is deleted after an hour", async () => {
    const id = await upload();
    await service.pass(3600);
    expect((await write({ attachments: [id] })).problem().errors).toMatchObject([{ code: "file_expired" }]);
    await deleteLooseFiles(service.ctx);
    expect((await service.ctx.db.query("select count(*)::int as files from ticket_file")).rows).toEqual([{ files: 0 }]);
  });
});

describe("a ticket in time", () => {
  test("is closed after a week without the customer's answer, and can be opened again for sixty days", async () => {
    const asked = await opened();
    await operator("tickets answer", { ticket: asked.ticket, template: "need_details" });
    await service.pass(7 * 86_400 - 1);
    await closeUnanswered(service.ctx);
    expect((await view(asked)).status).toBe("awaiting_customer");
    await service.pass(1);
    await closeUnanswered(service.ctx);
    await closeUnanswered(service.ctx);
    expect((await view(asked)).entries.map(({ event }) => event).filter(Boolean)).toEqual([
      "received",
      "closed_unanswered",
    ]);
    await service.runJobs();
    expect((await service.emails(question.email)).filter(({ kind }) => kind === "ticket_closed")).toHaveLength(1);
    await service.pass(60 * 86_400);
    expect((await view(asked)).can_answer).toBe(false);
    expect((await answer(asked, "hello?")).problem()).toMatchObject({ status: 409, code: "invalid_transition" });
  });

  test("has the promise of the opening hours, and an expectation once there are answers", async () => {
    // Tallinn is open from 08:00 to 22:00, and it is 14:00 there.
    const times = async () => (await service.call("supportHours")).reply().data;
    const first = await times();
    expect(first).toMatchObject({ open: true, opens_at: null, answer_by: "2026-11-22T00:00:00.000Z" });
    expect(new Set(first.topics.map(({ expected_minutes }) => expected_minutes))).toEqual(new Set([null]));
    for (const minutes of [10, 40, 60]) {
      const { ticket: number } = await opened({ email: `m${minutes}@example.com` });
      await service.pass(minutes * 60);
      await operator("tickets answer", { ticket: number, text: "Yes." });
    }
    const now = await times();
    expect(now.topics.find(({ topic }) => topic === "payment")).toMatchObject({
      expected_minutes: 40,
      expected_at: "2026-11-21T14:30:00.000Z",
    });
    await service.pass(8 * 3600);
    const night = await times();
    expect(night).toMatchObject({
      open: false,
      opens_at: "2026-11-22T06:00:00.000Z",
      answer_by: "2026-11-22T18:00:00.000Z",
    });
    expect(night.topics[0]?.expected_at).toBe("2026-11-22T06:40:00.000Z");
  });
});

describe("the order of a ticket", () => {
  const stateIn = async (asked: { ticket: string }) => {
    const ticketShown = await operator("tickets show", { ticket: asked.ticket });
    return z.object({ data: z.object({ order_now: z.record(z.string(), z.unknown()).optional() }) }).parse(ticketShown)
      .data.order_now;
  };

  test("stands beside it, with its status, its amounts and what it waits for", async () => {
    const order = await executedOrder(service);
    const asked = await opened({ order_ref: order.ref }, { token: order.token });
    expect(await stateIn(asked)).toEqual({
      number: shownRef(order.ref),
      status: "awaiting_payment",
      customer_sends: "500.000000 usdt-trc20",
      received: "0.000000 usdt-trc20",
      customer_gets: `${order.order.to.amount} paypal-usd`,
      paid_out: "0.00 paypal-usd",
      waits_for: `the payment, until ${order.order.expires_at}`,
      more: `operator orders show ${shownRef(order.ref)}`,
    });
    await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event: "pay_partial" } });
    await service.pass(40);
    expect(await stateIn(asked)).toMatchObject({
      status: "on_hold",
      waits_for: expect.stringMatching(/^the customer: amount_mismatch, until 20/),
    });
  });

  test("is shown with a caution where its number was only typed, and not where there is none", async () => {
    const { ref } = await executedOrder(service);
    const typed = await stateIn(await opened({ order_ref: shownRef(ref).toLowerCase() }));
    expect(typed).toMatchObject({ number: shownRef(ref), caution: expect.stringContaining("only typed") });
    expect(await stateIn(await opened({ order_ref: "7Q2MK9XW3T" }))).toBeUndefined();
    expect(await stateIn(await opened())).toBeUndefined();
  });
});

test("operators see open tickets in their lists, the overview and the audit log", async () => {
  const asked = await opened();
  await operator("tickets assign", { ticket: asked.ticket });
  expect(await operator("tickets list", { mine: "yes" })).toMatchObject({
    data: [{ ticket: asked.ticket, late: false, on_it: "mira", email: question.email }],
  });
  expect(await operator("today", {})).toMatchObject({ data: { tickets: [{ ticket: asked.ticket }] } });
  expect(await operator("tickets close", { ticket: asked.ticket, dry_run: "yes" })).toMatchObject({ ok: true });
  expect((await view(asked)).status).toBe("awaiting_support");
  await operator("tickets close", { ticket: asked.ticket });
  expect(await operator("tickets close", { ticket: asked.ticket })).toMatchObject({ ok: false });
  expect(await operator("tickets show", { ticket: "SUP-9" })).toMatchObject({ sentence: "There is no ticket SUP-9." });
  const { rows } = await service.ctx.db.query(
    "select action, actor, subject, details from audit where actor = 'mira' order by action",
  );
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
    ["ticket_assigned", asked.ticket],
    ["ticket_closed", asked.ticket],
  ]);
  expect(JSON.stringify(rows)).not.toContain(question.message);
});

describe("a guest's ticket", () => {
  const listed = async ({ token }: { token: string }) =>
    (await service.call("memberTickets", by(token))).reply().data.map(({ ticket: number }) => number);
  /** Opens the ticket with the link of its email, as only the reader of the address can. */
  async function opensEmail(to: string) {
    const text = (await service.emails(to)).find(({ kind }) => kind === "ticket_received")?.text ?? "";
    const [, number = "", token = ""] = /support\/(SUP-\d+)\?t=(\S+)/.exec(text) ?? [];
    await service.call("supportTicket", { query: { ticket: number }, token });
    return { ticket: number, token };
  }
  const wrote = ({ ticket: number, token }: Opened, isAuthor = true) =>
    service.call("supportAuthor", { body: { ticket: number, is_author: isAuthor }, token });

  test("whose owner said that they wrote it is among their tickets after the sign-up", async () => {
    const asked = await opened({ email: "Anna@example.com" });
    await wrote(await opensEmail("Anna@example.com"));
    const member = await signedUp(service, "anna@example.com");
    expect(await listed(member)).toEqual([asked.ticket]);
    expect((await service.call("supportTicket", { query: { ticket: asked.ticket }, ...by(member.token) })).status).toBe(
      200,
    );
  });

  test("whose address was only typed is nobody's, and joins once its owner has said that they wrote it", async () => {
    const asked = await opened();
    const [member, other] = [await signedUp(service, question.email), await signedUp(service, "other@example.com")];
    expect(await listed(member)).toEqual([]);
    const copy = await service.call("memberExport", by(member.token));
    expect(copy.text).not.toContain(question.message);
    const mailed = await opensEmail(question.email);
    expect(await listed(member)).toEqual([]);
    expect((await wrote(mailed)).reply().data.asks_author).toBe(false);
    expect(await listed(member)).toEqual([asked.ticket]);
    expect(await listed(other)).toEqual([]);
  });
});

describe("what is kept", () => {
  test("of a closed account is only what is about an order; the copy of the data has it before", async () => {
    const member = await signedUp(service, "member@example.com");
    const { ref, token } = await executedOrder(service);
    await opened({ message: "About nothing" }, by(member.token));
    const headers = { ...by(member.token).headers, "Order-Token": token };
    await opened({ order_ref: ref, message: "About the order" }, { headers });
    const copy = (await service.call("memberExport", by(member.token))).text;
    expect(copy).toContain("About nothing");
    expect(copy).toContain("About the order");
    const body = { password: "correct horse battery staple" };
    expect((await service.ask("memberClose", { body, ...by(member.token) })).status).toBe(200);
    expect((await service.ctx.db.orm.select().from(ticket)).map(({ orderRef }) => orderRef)).toEqual([ref]);
  });

  test("of a question without an order ends two years after its last change, of one that nobody has proven or answered after 14 days", async () => {
    await opened();
    await service.ctx.db.orm.update(ticket).set({ emailConfirmed: true });
    await opened();
    await service.pass(14 * 86_400);
    await deleteOldTickets(service.ctx);
    expect(await service.ctx.db.orm.$count(ticket)).toBe(2);
    await service.pass(1);
    await deleteOldTickets(service.ctx);
    expect(await service.ctx.db.orm.$count(ticket)).toBe(1);
    await service.pass((730 - 14) * 86_400 - 1);
    await deleteOldTickets(service.ctx);
    expect(await service.ctx.db.orm.select().from(ticket)).toHaveLength(1);
    await service.pass(1);
    await deleteOldTickets(service.ctx);
    expect((await service.ctx.db.query("select count(*)::int as rows from ticket_entry")).rows).toEqual([{ rows: 0 }]);
  });
});
