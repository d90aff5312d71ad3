import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit, paypalEntry, paypalNotice } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { readImapUrl } from "../../../upstream/mail/incoming/imap-url.ts";
import { readMailbox } from "../../../upstream/mail/incoming/read-mailbox.ts";
import { watchFigures } from "../../../upstream/observability/metrics/figure-watch.ts";
import { unmatchedNotices } from "../../../upstream/operator/reports/paypal-notices.ts";
import { noticesRound } from "../../../upstream/rails/paypal-by-hand/notices/take-notices.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { ownAccount, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { ImapServer } from "../../support/paypal-by-hand/imap-server.ts";
import {
  mailServer,
  noticeEmail,
  receivedRows,
  receivedSubject,
  signedByPaypal,
} from "../../support/paypal-by-hand/notice-email.ts";
import { type DayItem, ReportDay } from "../../support/paypal-by-hand/report-day.ts";
import { collectingPost } from "../../support/service/post.ts";

const reason = "seen at PayPal";
let server: ImapServer;
let today: ReportDay;
let read: () => Promise<void>;

beforeEach(async () => {
  server = await ImapServer.start();
  today = await ReportDay.of({ PAYPAL_MAILBOX: server.url(), PAYPAL_MAIL_SERVER: mailServer });
  read = noticesRound(today.hand.service.ctx);
});

type Row = Record<string, string | number | null>;
const now = () => today.hand.service.ctx.clock.now();
const rows = async () => (await today.hand.must("anna", "tasks proposals")).data as Row[];
const notices = () => today.hand.service.ctx.db.orm.select().from(paypalNotice).orderBy(asc(paypalNotice.number));
const add = (subject: string, lines: readonly string[], other: Partial<Parameters<typeof noticeEmail>[2]> = {}) =>
  server.add(noticeEmail(subject, lines, { at: now(), ...other }), now());

/** What it is called: the numbers go on from test to test. */
const named = async (at: number) => `N${(await notices())[at]?.number}`;

/** What the schedule does a minute later. */
async function pass(): Promise<void> {
  await today.hand.service.pass(60);
  await read();
}

async function inToday(part: string): Promise<unknown> {
  return Reflect.get(Object((await today.hand.must("anna", "today")).data), part);
}

/** An invoice of 100.00 that was paid at PayPal, and an email about it. */
async function paidInvoice(name: string): Promise<DayItem> {
  const item = await today.received(name, { isEntered: false });
  add(receivedSubject, receivedRows(item.tx));
  return item;
}

const seen = () => ({ fee: "3.98", at: now().toISOString(), screenshot: screenshots.picture, reason });

describe("an email in the mailbox proposes its task", () => {
  test("once, marks itself as read after that, and enters nothing", async () => {
    const item = await paidInvoice("paid");
    await pass();
    const task = Number(await today.taskOf(item.ref));
    expect(await rows()).toMatchObject([
      { line: await named(0), tx: item.tx, amount: "100.00 USD", account: paypalAccount, task, as: "received" },
    ]);
    expect(await inToday("paypal_notices")).toMatchObject([
      { email: await named(0), task, state: "looks like received" },
    ]);
    expect(await inToday("paypal_mailbox")).toBe(null);
    expect(server.unread()).toEqual([]);
    expect(server.commands.filter((command) => command.startsWith("UID FETCH")).join()).not.toMatch(/BODY\[|RFC822\b/);
    // Forwarded twice, as text and as html, and by hand.
    add(receivedSubject, receivedRows(item.tx), { isHtml: true, id: "another@paypal.com" });
    add(`Fwd: ${receivedSubject}`, ["From: service@paypal.com", ...receivedRows(item.tx)], { from: ownAccount });
    await pass();
    expect(await notices()).toHaveLength(1);
    expect(server.unread()).toEqual([]);
    expect(await today.hand.service.ctx.db.orm.$count(paypalEntry)).toBe(0);
  });

  test("and is read again where the process has ended before it was kept", async () => {
    await paidInvoice("paid");
    const { ctx } = today.hand.service;
    const insert = ctx.db.orm.insert.bind(ctx.db.orm);
    const broken = { ...ctx, db: { ...ctx.db, orm: Object.create(ctx.db.orm) } };
    broken.db.orm.insert = (table: Parameters<typeof insert>[0]) => {
      if (table === paypalNotice) throw new Error("the database is away");
      return insert(table);
    };
    await today.hand.service.pass(60);
    await expect(noticesRound(broken)()).rejects.toThrow("the database is away");
    expect(server.unread()).toEqual([1]);
    await pass();
    expect(await rows()).toHaveLength(1);
    expect(server.unread()).toEqual([]);
  });

  test("is gone once PayPal's report has its transaction, and back where an entry of it was rejected", async () => {
    const item = await paidInvoice("paid");
    await pass();
    await today.enter("received", await today.taskOf(item.ref), item.tx, "100.00", "3.98");
    expect(await rows()).toEqual([]);
    await pass();
    expect(await inToday("paypal_notices")).toEqual([]);
    await today.hand.must("boris", "tasks reject", { id: await today.hand.waitingEntry(), reason });
    expect(await rows()).toHaveLength(1);
    await pass();
    expect(await inToday("paypal_notices")).toHaveLength(1);
    await today.hand.service.pass(24 * 3600);
    await today.import();
    expect(await rows()).toMatchObject([{ line: expect.any(Number), tx: item.tx }]);
    await pass();
    expect(await notices()).toMatchObject([{ state: "over" }]);
  });
});

describe("a person accepts it", () => {
  test("with what stands at PayPal; the second person confirms, and the task is done", async () => {
    const item = await paidInvoice("paid");
    await pass();
    const line = await named(0);
    const accept = (args: Record<string, string>) => today.hand.as("anna", "tasks accept", { line, ...args });
    expect(await accept({ reason })).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/proves nothing.*--fee, --at, --screenshot/),
    });
    const entered = await accept(seen());
    const id = /tasks confirm ([\w-]+)/.exec(String(entered.ok && entered.data))?.[1] ?? "";
    expect(await accept(seen())).toMatchObject({ ok: false });
    const read = { id, tx: item.tx, amount: "100.00", reason };
    expect(await today.hand.as("anna", "tasks confirm", read)).toMatchObject({ ok: false });
    await today.hand.must("boris", "tasks confirm", read);
    const { db } = today.hand.service.ctx;
    expect(await db.orm.select().from(paypalEntry)).toMatchObject([{ tx: item.tx, amount: 10_000n, fee: 398n }]);
    const logged = (await db.orm.select().from(audit)).find(({ action }) => action === "task_received");
    expect(logged?.details).toMatchObject({ after: { notice: Number(line.slice(1)), tx: item.tx } });
    await pass();
    expect(await notices()).toMatchObject([{ state: "over" }]);
    expect(await verify(db)).toEqual([]);
  });

  test("of a payout is entered by the operator who has claimed it, and above the limit confirmed by a second one", async () => {
    const item = await today.paid("sent", { isEntered: false });
    const number = await today.payTaskOf(item.movement);
    const amount = (-Number(today.line(item.tx).gross) / 100).toFixed(2);
    add("You sent a payment", [`Transaction ID: ${item.tx}`, `Amount: ${amount} USD`, `To: ${paypalAccount}`]);
    await pass();
    expect(await rows()).toMatchObject([{ as: "paid", task: Number(number) }]);
    const line = await named(0);
    const accept = (name: string, other = {}) =>
      today.hand.as(name, "tasks accept", { line, ...seen(), fee: "0.35", ...other });
    expect(await accept("anna")).toMatchObject({ ok: false, sentence: expect.stringContaining("is open") });
    await today.hand.must("anna", "tasks claim", { number });
    expect(await accept("boris")).toMatchObject({ ok: false });
    const refusals = [{ at: "2026-01-01T00:00Z" }, { fee: "90" }, { screenshot: screenshots.noPicture }];
    for (const other of refusals) expect(await accept("anna", other)).toMatchObject({ ok: false });
    expect(await accept("anna")).toMatchObject({ ok: true, data: expect.stringContaining("is done") });
    expect(await today.movementOf(item.tx)).toBe(item.movement);
  });

  test("with another account or our own as payee it is proposed for nothing", async () => {
    const item = await today.paid("sent", { isEntered: false });
    const amount = (-Number(today.line(item.tx).gross) / 100).toFixed(2);
    for (const account of ["eve@example.com", ownAccount])
      add("You sent a payment", [`Transaction ID: ${item.tx}`, `Amount: ${amount} USD`, `To: ${account}`]);
    await pass();
    expect(await rows()).toMatchObject([{ task: null }, { task: null }]);
    const line = await named(0);
    expect(await today.hand.as("anna", "tasks accept", { line, ...seen() })).toMatchObject({ ok: false });
  });

  test("of a dispute, with the day until which PayPal wants an answer", async () => {
    const item = await today.received("disputed");
    const about = [`Transaction ID: ${item.tx}`, "Disputed amount: 100.00 USD", "Case ID: pp-d-1"];
    add("A case was opened: dispute", [...about, "Respond by: Dec 1, 2026"]);
    await pass();
    expect(await rows()).toMatchObject([{ as: "disputed", case: "PP-D-1" }]);
    const accepting = { line: await named(0), screenshot: screenshots.picture, reason };
    expect(await today.hand.as("anna", "tasks accept", accepting)).toMatchObject({ ok: false });
    await today.hand.must("anna", "tasks accept", { ...accepting, answer_by: "2026-12-01" });
    expect(await rows()).toEqual([]);
    await today.confirmCase({ case: "PP-D-1", answer_by: "2026-12-01" });
    await pass();
    expect(await notices()).toMatchObject([{ state: "over" }]);
  });
});

describe("what proposes nothing is listed, and stops nothing", () => {
  test.each([
    [
      "that matches no task",
      () => add(receivedSubject, receivedRows(txOf("nobody"), "99.00")),
      "looks like no task",
      true,
    ],
    [
      "that is not PayPal's",
      () => add(receivedSubject, receivedRows(txOf("x")), { from: "eve@example.com" }),
      "sender",
      false,
    ],
    ["without its rows", () => add(receivedSubject, ["Hello"]), "no row Transaction ID", true],
    ["that is half of one", () => server.add(halfEmail(), now()), "no amount", true],
    ["that is no email", () => server.add("\r\n\r\n", now()), "no email with headers", false],
    ["that is huge", () => server.add(hugeEmail(), now()), "larger than 1 MB", false],
  ])("an email %s", async (_, arrive, sentence, isAuthentic) => {
    arrive();
    await paidInvoice("paid");
    await pass();
    const [first, second] = [await named(0), await named(1)];
    const listed = { email: first, state: expect.stringContaining(sentence), task: null };
    const others = { email: "1 more", what: "not authenticated", task: null };
    const proposed = { email: second, state: "looks like received" };
    expect(await inToday("paypal_notices")).toMatchObject(isAuthentic ? [listed, proposed] : [proposed, others]);
    const [undecided] = await rows();
    expect(Object.values(undecided ?? {}).join("; ")).toContain(sentence);
    expect(await rows()).toMatchObject([{ line: first, task: null }, { line: second }]);
    expect(server.unread()).toEqual([]);
    await today.hand.must("anna", "tasks dismiss", { emails: first, reason: "for nothing" });
    expect(await rows()).toMatchObject([{ line: second }]);
    expect(await today.hand.as("anna", "tasks dismiss", { emails: first, reason })).toMatchObject({ ok: false });
  });

  const halfEmail = () => {
    const whole = noticeEmail(receivedSubject, receivedRows(txOf("half")), { at: now() });
    return whole.slice(0, whole.lastIndexOf("\r\n") + 50);
  };
  const hugeEmail = () => noticeEmail(receivedSubject, ["a".repeat(1024 * 1024)], { at: now() });

  test("the mark-up of an attacker reaches no terminal, and takes no time", async () => {
    add(`Payment received \u001b[2J\u202e\u0007\r\nX: y`, ["\u001b]0;title\u0007 Hello"], { from: "eve@paypal.com" });
    server.add(
      ["From: service@paypal.com", "Content-Type: text/html", "", "<style>".repeat(140_000)].join("\r\n"),
      now(),
    );
    const began = performance.now();
    await pass();
    expect(performance.now() - began).toBeLessThan(5000);
    const [first] = await rows();
    expect(first?.subject).toBe("Payment received [2J X: y");
    expect(
      JSON.stringify(await notices(), (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toMatch(/\\u001b|\u202e/);
  });

  test("a server that breaks off in the middle of a message is asked again, and the others are read", async () => {
    await today.received("first", { isEntered: false });
    const item = await today.received("second", { isEntered: false });
    server.add(noticeEmail(receivedSubject, receivedRows(txOf("first")), { at: now() }), now(), 100);
    add(receivedSubject, receivedRows(item.tx));
    await pass();
    expect(server.unread()).toEqual([1, 2]);
    expect(await notices()).toEqual([]);
    await pass();
    expect(server.unread()).toEqual([1]);
    expect(await rows()).toMatchObject([{ tx: item.tx }]);
    await pass();
    await pass();
    // Its content could not be read: an operator looks at it.
    expect(server.unread()).toEqual([]);
    expect((await notices()).at(-1)?.fault).toContain("The connection breaks at it");
    expect(await inToday("paypal_mailbox")).toBe(null);
  });

  test("a thousand messages fill no list: a hundred wait, the others stay in the mailbox until some are decided", async () => {
    for (let number = 1; number <= 1000; number += 1) add(receivedSubject, receivedRows(txOf(`forged ${number}`)));
    await pass();
    expect((await notices()).length).toBeLessThanOrEqual(50);
    // A slow machine reads fewer at once.
    for (let passes = 0; passes < 20 && server.unread().length > 900; passes += 1) await pass();
    await pass();
    expect(await notices()).toHaveLength(100);
    expect(server.unread()).toHaveLength(900);
    expect(await inToday("paypal_mailbox")).toMatchObject({ state: "not all read", unread: 900 });
    expect(await rows()).toHaveLength(100);
    const emails = `${await named(1)}-${await named(99)}`;
    const dismissed = await today.hand.must("anna", "tasks dismiss", { emails, reason: "forged" });
    expect(dismissed.data).toContain("99 dismissed");
    await pass();
    expect(server.unread().length).toBeLessThan(900);
  });
});

describe("reconcile names an email that matches no task", () => {
  /** The day after, with this report; the mailbox was read before it. */
  const nextDay = async (lines = today.lines) => {
    await today.hand.service.pass(24 * 3600);
    await read();
    await today.import(lines);
  };
  const stranger = txOf("stranger");
  const addStranger = () => add(receivedSubject, receivedRows(stranger, "99.00"));

  test("by its transaction, until it is dismissed", async () => {
    addStranger();
    await nextDay();
    expect(await today.differences()).toEqual([`credit_not_booked ${stranger.toLowerCase()}`]);
    await today.hand.must("anna", "tasks dismiss", { emails: await named(0), reason: "forged" });
    expect(await today.differences()).toEqual([]);
  });

  test("until the difference is marked as corrected", async () => {
    addStranger();
    await nextDay();
    expect(await today.differences()).toHaveLength(1);
    await today.hand.must("anna", "differences mark-corrected", { subject: stranger.toLowerCase(), reason });
    expect(await today.differences()).toEqual([]);
  });

  test("once, also when PayPal's report has the transaction", async () => {
    addStranger();
    await nextDay([today.add({ tx: stranger, gross: 9_900n, account: "eve@example.com" })]);
    expect(await today.differences()).toEqual([`credit_not_booked ${stranger.toLowerCase()}`]);
  });

  test("and not one that matches a task", async () => {
    await paidInvoice("paid");
    await nextDay([]);
    expect(await rows()).toMatchObject([{ as: "received" }]);
    expect(await today.differences()).toEqual([]);
  });

  test("as money that left, for a payment that we sent and for a dispute about an unknown payment", async () => {
    const [sent, disputed] = [txOf("sent"), txOf("disputed")];
    add("You sent a payment", [`Transaction ID: ${sent}`, "Amount: 30.00 USD", "To: eve@example.com"]);
    add("A case was opened: dispute", [`Transaction ID: ${disputed}`, "Disputed amount: 20.00 USD", "Case ID: PP-D-9"]);
    add(receivedSubject, ["Hello"]);
    // Of one dispute the report says as well what PayPal holds.
    const [held, hold] = [txOf("held"), txOf("hold")];
    add("A case was opened: dispute", [`Transaction ID: ${held}`, "Disputed amount: 20.00 USD", "Case ID: PP-D-8"]);
    await nextDay([today.add({ tx: hold, gross: -2_000n, account: "", type: "Account Hold", reference: held })]);
    expect(await today.differences()).toEqual([disputed, sent, hold].map((tx) => `rail_without_sent ${tx}`).sort());
  });
});

describe("an email that nothing proves to be PayPal's", () => {
  const forged = (tx: string, authentication: string[]) =>
    add(receivedSubject, receivedRows(txOf(tx), "99.00"), { authentication });

  test("is no difference, and stops no day; all of them are one row of today", async () => {
    forged("unsigned", []);
    forged("foreign", ["mx.evil.example; dkim=pass header.d=paypal.com"]);
    forged("failed", [`${mailServer}; dkim=fail header.d=paypal.com`, signedByPaypal]);
    await today.hand.service.pass(24 * 3600);
    await read();
    await today.import(today.lines);
    expect(await today.differences()).toEqual([]);
    expect(await rows()).toMatchObject([{}, {}, { next: expect.stringContaining("nothing proves") }]);
    expect(await inToday("paypal_notices")).toMatchObject([{ email: "3 more", what: "not authenticated", task: null }]);
    expect(await unmatchedNotices(today.hand.service.ctx)).toBe(0);
  });

  test("counts once PayPal has sent the same, also after it was dismissed", async () => {
    forged("guessed", []);
    await today.hand.service.pass(24 * 3600);
    await read();
    await today.hand.must("anna", "tasks dismiss", { emails: await named(0), reason: "forged" });
    forged("guessed", [signedByPaypal]);
    await pass();
    await today.import(today.lines);
    expect(await today.differences()).toEqual([`credit_not_booked ${txOf("guessed").toLowerCase()}`]);
    expect(await notices()).toMatchObject([{ state: "open", authenticated: true, dismissedBy: null }]);
  });

  test("still proposes its task", async () => {
    const item = await today.received("paid", { isEntered: false });
    add(receivedSubject, receivedRows(item.tx), { authentication: [] });
    await pass();
    expect(await rows()).toMatchObject([{ as: "received" }]);
    expect(await inToday("paypal_notices")).toMatchObject([{ state: "looks like received" }]);
  });
});

describe("a mailbox that is away", () => {
  test("that is away is in today and in an alert, and its messages are read once it is back", async () => {
    await pass();
    await server.close();
    const item = await paidInvoice("paid");
    const mailer = collectingPost();
    const alerts = async () => {
      await watchFigures(today.hand.service.ctx, mailer);
      return mailer.emails.map(({ subject }) => subject).filter((subject) => subject.includes("PayPal's emails"));
    };
    for (let minutes = 0; minutes < 14; minutes += 1) await pass();
    expect(await inToday("paypal_mailbox")).toMatchObject({ state: "away", fault: "connection" });
    expect(await alerts()).toEqual([]);
    for (let minutes = 0; minutes < 3; minutes += 1) await pass();
    expect(await alerts()).toHaveLength(1);
    await server.open();
    await pass();
    expect(await inToday("paypal_mailbox")).toBe(null);
    expect(await rows()).toMatchObject([{ tx: item.tx, as: "received" }]);
  });

  test.each([
    ["that does not answer", () => (server.isSilent = true), "timeout"],
    ["that takes no name", () => (server.refuses = /^LOGIN/), "sign_in"],
    ["that has no such folder", () => (server.refuses = /^SELECT/), "folder"],
  ])("one %s is told apart", async (_, fail, fault) => {
    fail();
    const address = readImapUrl(server.url());
    if (!address) throw new Error("no address");
    const waitMs = fault === "timeout" ? 300 : 10_000;
    const reading = readMailbox(address, { messages: 1, bytes: 1000, waitMs }, new Map(), async () => {});
    expect(await reading).toEqual({ unread: 0, fault });
  });
});

test("of several processes one reads in a minute", async () => {
  await paidInvoice("paid");
  await pass();
  const before = server.commands.length;
  await noticesRound(today.hand.service.ctx)();
  expect(server.commands).toHaveLength(before);
});
