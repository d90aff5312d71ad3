import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { z } from "zod/v4";
import { openSession } from "../../../upstream/accounts/sign-in/sessions.ts";
import { requestSignUp } from "../../../upstream/accounts/sign-in/sign-up.ts";
import { joinProgramme } from "../../../upstream/affiliates/partners.ts";
import {
  deposit,
  emailMessage,
  makerEntry,
  member,
  newsletterSubscriber,
  pair,
  partner,
  reconciliation,
  reconciliationDifference,
  referral,
  review,
  screeningHit,
  ticketEntry,
  ticketFile,
  walletAddress,
} from "../../../upstream/db/schema/index.ts";
import { book } from "../../../upstream/ledger/book.ts";
import { recordAudit } from "../../../upstream/operator/audit.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { saveIdentity } from "../../../upstream/screening/identity/identity-record.ts";
import { openTicket } from "../../../upstream/support/open-ticket.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import { partnerWhoWaits } from "../affiliates/waiting-payout.ts";
import { addDeposits } from "../ledger/books-with-deposits.ts";
import { executedRow, granted } from "../orders/order-rows.ts";
import { emptyReport, someNotice } from "../paypal-by-hand/hand-exchange.ts";
import {
  disputedEntry,
  invoiceTask,
  keptNotice,
  openCase,
  payTask,
  proposedLine,
  refundedEntry,
  returnedEntry,
  waitingEntry,
} from "../paypal-by-hand/sample-tasks.ts";
import { waitingWithdrawal } from "../withdrawals/waiting-withdrawal.ts";
import { otherAddress } from "../withdrawals/withdrawals.ts";
import type { TestContext } from "./context.ts";
import { collectingPost } from "./post.ts";
import { additionOf, enrol, must, person } from "./staff.ts";

/** One valid use of a command: its preparation and its arguments. */
type Sample = (ctx: TestContext) => Promise<Record<string, string>>;

const withReason = { reason: "for a good reason" };
/** A list of one party, in a folder of this process. */
function ownList(): string {
  const folder = mkdtempSync(join(tmpdir(), "kursa-own-list-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "list");
  writeFileSync(path, "Ivanova Anna\ndeposits@example.com\n");
  return path;
}

/** Imports that list; an order of the customer whom it names is then held. */
const importOwnList = async (ctx: TestContext) => {
  const args = { path: ownList(), list: "own", date: "2026-11-20", ...withReason };
  const imported = await runCommand(ctx, { command: "screening import", args, operator: boris });
  if (!imported.ok) throw new Error(imported.sentence);
};
function someHit(more: Record<string, string> = {}): Sample {
  return async (ctx) => {
    await importOwnList(ctx);
    await executedRow(ctx);
    const [hit] = await ctx.db.orm.select().from(screeningHit);
    return { id: hit?.id ?? "", ...more };
  };
}

const heldDeposit: Sample = async (ctx) => {
  await depositorEmail(ctx);
  await importOwnList(ctx);
  const [place] = await ctx.db.orm.select().from(walletAddress).limit(1);
  if (!place) throw new Error("No wallet has an address");
  const { rail, address, memo, asset } = place;
  const facts = { amount: 100_000000n, confirmations: 20, required: 20, state: "final", place: "deposits" } as const;
  await reportDeposit(ctx, { rail, railPaymentId: "held", address, memo, asset, ...facts });
  const [hit] = await ctx.db.orm.select().from(screeningHit).where(eq(screeningHit.subjectKind, "deposit"));
  const id = hit?.id ?? "";
  await runCommand(ctx, { command: "screening confirm", args: { id, ...withReason }, operator: boris });
  return { id, ...withReason };
};

/** The operator of all commands in the table's tests, so that claims are their own. */
export const boris = { name: "boris" };

const plain = (args: Record<string, string>) => async () => args;
const onOrder =
  (args: Record<string, string>, ...before: ((ctx: TestContext, row: OrderRow) => Promise<unknown>)[]): Sample =>
  async (ctx) => {
    const row = await executedRow(ctx);
    for (const step of before) await step(ctx, row);
    return { ref: row.ref, ...args };
  };
const byCommand =
  (command: string, args: Record<string, string> = withReason) =>
  async (ctx: TestContext, { ref }: OrderRow) => {
    const subject = command.startsWith("reviews") ? { id: "rv_1" } : { ref };
    const outcome = await runCommand(ctx, { command, args: { ...subject, ...args }, operator: boris });
    if (!outcome.ok) throw new Error(outcome.sentence);
  };
const paid = byCommand("orders confirm-payin", { tx: "t1", amount: "500", asset: "usdt-trc20", ...withReason });
const event = (name: "payout_started" | "refund_started") => async (ctx: TestContext, row: OrderRow) =>
  granted(await applyEvent(ctx, row.ref, { name }, "system"));
const done = (ctx: TestContext) => ctx.jobs.run(jobWork(ctx, collectingPost()));
const partial = (ctx: TestContext, row: OrderRow) => simulateEvent(ctx, row, "pay_partial", "100");

/** A payout that waits to be sent, after the named command. */
const onPayout =
  (args: Record<string, string>, before?: string): Sample =>
  async (ctx) => {
    const row = await executedRow(ctx);
    await simulateEvent(ctx, row, "pay_exact", null);
    await event("payout_started")(ctx, row);
    const id = `${row.ref}-payout-1`;
    const first = before && (await runCommand(ctx, { command: before, args: { id, ...withReason }, operator: boris }));
    if (first && !first.ok) throw new Error(first.sentence);
    return { id, ...args };
  };

/** An order paid by PayPal, with a dispute as far as requested. */
const disputed =
  (args: Record<string, string>, isOpened: boolean): Sample =>
  async (ctx) => {
    const row = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
    await byCommand("orders confirm-payin", { tx: "PP-1", amount: "100", asset: "paypal-usd", ...withReason })(
      ctx,
      row,
    );
    if (isOpened) await byCommand("orders dispute-opened", { case: "PP-D-1", ...withReason })(ctx, row);
    return { ref: row.ref, ...args, ...withReason };
  };

/** The id of a payout that waits to be sent. */
const payoutId = async (ctx: TestContext) => (await onPayout({})(ctx)).id ?? "";
/** An order that is paid by invoice. */
const onCase = ({ amount: _, ...about }: Awaited<ReturnType<typeof openCase>>) => ({ ...about, ...withReason });
const invoiced = (ctx: TestContext) => executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });

/** A published review, changed as far as requested. */
const onReview =
  (args: Record<string, string>, before?: ReturnType<typeof byCommand>): Sample =>
  async (ctx) => {
    const row = await executedRow(ctx);
    const at = ctx.clock.now();
    const written = { rating: 1, text: "A rude answer.", name: "Denis", language: "en", writtenAt: at } as const;
    await ctx.db.orm.insert(review).values({ id: "rv_1", orderRef: row.ref, ...written, publishedAt: at });
    await before?.(ctx, row);
    return { id: "rv_1", ...args };
  };

const nowhere = { address: null, network: "unknown", client: null };
const someMember = async (ctx: TestContext): Promise<string> => {
  const email = "anna@example.com";
  const row = { id: "us_anna", email, locale: "en", createdAt: ctx.clock.now() } as const;
  await ctx.db.orm.insert(member).values(row);
  return email;
};

const somePartner = async (ctx: TestContext): Promise<string> => {
  const email = await someMember(ctx);
  await joinProgramme(ctx, "us_anna", ctx.clock.now());
  return email;
};

const depositorEmail = async (ctx: TestContext): Promise<string> => {
  await addDeposits(ctx);
  return "deposits@example.com";
};

const incident = {
  ...{ kind: "partly", title_en: "Bitcoin payments seen late", title_ru: "Платежи Bitcoin замечали с опозданием" },
  ...{ en: "Six orders waited; none lost its rate.", ru: "Шесть заявок ждали, курс никто не потерял.", ...withReason },
};
const openIncident = async (ctx: TestContext): Promise<string> => {
  const opened = await runCommand(ctx, { command: "incidents open", args: incident, operator: boris });
  if (!opened.ok) throw new Error(opened.sentence);
  return z.object({ id: z.string() }).parse(opened.data).id;
};

const someTicket = async (ctx: TestContext): Promise<string> => {
  const ticketFields = {
    topic: "other",
    name: null,
    message: "Where?",
    order: null,
    orderTyped: null,
    member: null,
  } as const;
  const asked = { ...ticketFields, email: "anna@example.com", attachments: [], language: "en", address: null } as const;
  return String(granted(await openTicket(ctx, { ...asked, attachments: [], note: null }, ctx.clock.now())).number);
};

const autumn = { code: "AUTUMN", kind: "rate_bonus_bps", value: "10", uses: "20", ...withReason };

const unpaidByItsRail = [
  (ctx: TestContext, row: OrderRow) => simulateEvent(ctx, row, "payout_returned", null),
  paid,
  done,
];
const paidByHand = [...unpaidByItsRail, byCommand("orders complete-payout", { tx: "PP-9", ...withReason })];

/** For every command; a test checks that none is missing. */
export const operatorSamples: Record<string, Sample> = {
  today: plain({}),
  "orders list": plain({}),
  "orders export": plain({ out: "orders.csv" }),
  "report profit": plain({ by: "pair" }),
  "report reserves": plain({ at: "2026-11-21T08:00:00Z" }),
  "report visits": plain({ by: "page" }),
  "report consents": plain({ since: "2026-11-21" }),
  "orders show": onOrder({}),
  "orders note": onOrder({ text: "called" }),
  "orders take": onOrder({}),
  "orders leave": onOrder({}, byCommand("orders take", {})),
  "orders hold": onOrder(withReason),
  "orders release": onOrder(withReason, byCommand("orders hold")),
  "orders refund": onOrder(withReason, partial),
  "orders complete-payout": onOrder({ tx: "PP-9", ...withReason }, ...unpaidByItsRail),
  "orders close": onOrder(withReason, byCommand("orders hold")),
  "orders confirm-payin": onOrder({ tx: "t1", amount: "500", asset: "usdt-trc20", ...withReason }),
  "orders payment-gone": onOrder({ tx: "t1", anyway: "yes", ...withReason }, paid),
  "orders refunded-at-rail": onOrder({ tx: "r1", amount: "500", ...withReason }, paid),
  // Paid by hand: what its rail has sent, the rail itself says to have come back.
  "orders payout-returned": onOrder({ amount: "100", ...withReason }, ...paidByHand),
  "orders payout-failed": onOrder(withReason, paid, event("payout_started")),
  "orders refund-sent": onOrder(
    { tx: "r1", ...withReason },
    partial,
    byCommand("orders refund"),
    event("refund_started"),
  ),
  "orders refund-failed": onOrder(withReason, partial, byCommand("orders refund"), event("refund_started")),
  "orders dispute-opened": disputed({ case: "PP-D-1", amount: "40" }, false),
  "orders dispute-won": disputed({}, true),
  "orders dispute-lost": disputed({ case: "PP-D-1" }, true),
  "orders evidence": onOrder({ out: "evidence.html" }, paid, done),
  "payouts list": plain({ state: "held" }),
  "payouts show": onPayout({}),
  "payouts approve": onPayout(withReason, "payouts hold"),
  "payouts hold": onPayout(withReason),
  "payouts void": onPayout(withReason),
  "payouts stop": plain({ rail: "sandbox-paypal", ...withReason }),
  "payouts go": async (ctx) => {
    const stopped = await runCommand(ctx, { command: "payouts stop", args: withReason, operator: boris });
    if (!stopped.ok) throw new Error(stopped.sentence);
    return withReason;
  },
  "payouts sweep": async (ctx) => {
    await addDeposits(ctx);
    return { rail: "sandbox-tron", asset: "usdt-trc20", ...withReason };
  },
  "wallets list": plain({ debt: "yes" }),
  "wallets show": async (ctx) => ({ email: await depositorEmail(ctx) }),
  "wallets transactions": async (ctx) => ({ email: await depositorEmail(ctx), asset: "usdt-trc20" }),
  "wallets adjust": async (ctx) => {
    const email = await depositorEmail(ctx);
    return { email, asset: "usdt-trc20", amount: "45", kind: "add", ...withReason };
  },
  "tasks list": async (ctx) => {
    await payTask(ctx, await payoutId(ctx));
    return {};
  },
  "tasks import": plain({ report: emptyReport, from: "2026-11-20", until: "2026-11-21" }),
  "tasks proposals": plain({}),
  "tasks dismiss": async (ctx) => ({ emails: await keptNotice(ctx), ...withReason }),
  "tasks notice": plain({ email: someNotice }),
  "tasks accept": async (ctx) => ({ line: (await proposedLine(ctx, (await invoiced(ctx)).ref)).line, ...withReason }),
  "tasks compare": plain({ report: emptyReport, from: "2026-11-20", until: "2026-11-21" }),
  "tasks show": async (ctx) => ({ number: (await payTask(ctx, await payoutId(ctx))).number }),
  "tasks screenshot": async (ctx) => ({ id: (await waitingEntry(ctx, await payoutId(ctx))).id, out: "seen.webp" }),
  "tasks claim": async (ctx) => {
    const nobody = { state: "open", claimedBy: null, claimedUntil: null } as const;
    return { number: (await payTask(ctx, await payoutId(ctx), nobody)).number };
  },
  "tasks give-back": async (ctx) => ({ number: (await payTask(ctx, await payoutId(ctx))).number, ...withReason }),
  "tasks failed": async (ctx) => ({ number: (await payTask(ctx, await payoutId(ctx))).number, ...withReason }),
  "tasks paid": async (ctx) => {
    const { number, entry } = await payTask(ctx, await payoutId(ctx));
    return { number, ...entry };
  },
  "tasks returned": async (ctx) => ({ ...(await returnedEntry(ctx, await payoutId(ctx))), ...withReason }),
  "tasks refunded": async (ctx) => ({ ...(await refundedEntry(ctx, (await invoiced(ctx)).ref)), ...withReason }),
  "tasks disputed": async (ctx) => ({ ...(await disputedEntry(ctx, (await invoiced(ctx)).ref)), ...withReason }),
  "tasks dispute-answered": async (ctx) => onCase(await openCase(ctx, (await invoiced(ctx)).ref)),
  "tasks dispute-ended": async (ctx) => ({
    ...onCase(await openCase(ctx, (await invoiced(ctx)).ref)),
    result: "won",
  }),
  "tasks received": async (ctx) => {
    const { number, entry } = await invoiceTask(ctx, (await invoiced(ctx)).ref);
    return { number, ...entry, ...withReason };
  },
  "tasks invoiced": async (ctx) => {
    const { number } = await invoiceTask(ctx, (await invoiced(ctx)).ref);
    return { number, invoice: "INV2-ABCD-EFGH", url: "https://www.paypal.com/invoice/p/#ABCD" };
  },
  "tasks cancelled": async (ctx) => {
    const { number } = await invoiceTask(ctx, (await invoiced(ctx)).ref, { kind: "cancel_invoice" });
    return { number };
  },
  "tasks confirm": async (ctx) => ({ ...(await waitingEntry(ctx, await payoutId(ctx))), ...withReason }),
  "tasks reject": async (ctx) => ({ id: (await waitingEntry(ctx, await payoutId(ctx))).id, ...withReason }),
  "evm credits": plain({}),
  "evm status": plain({}),
  "evm fills": plain({}),
  "deposits list": plain({ status: "unclaimed" }),
  "deposits assign": async (ctx) => {
    const email = await depositorEmail(ctx);
    const [small] = await ctx.db.orm.select({ id: deposit.id }).from(deposit).where(eq(deposit.status, "collecting"));
    return { id: small?.id ?? "", email, ...withReason };
  },
  "unclaimed list": plain({}),
  "unclaimed pay": async (ctx) => {
    await depositorEmail(ctx);
    const [small] = await ctx.db.orm.select().from(deposit).where(eq(deposit.status, "collecting"));
    return { id: small?.id ?? "", asset: "usdt-trc20", account: otherAddress, ...withReason };
  },
  "partners list": plain({ paused: "yes" }),
  "partners show": async (ctx) => ({ email: await somePartner(ctx) }),
  "partners rate": async (ctx) => ({ email: await somePartner(ctx), percent: "22.5", ...withReason }),
  "partners pause": async (ctx) => ({ email: await somePartner(ctx), ...withReason }),
  "partners resume": async (ctx) => {
    const email = await somePartner(ctx);
    const paused = await runCommand(ctx, {
      command: "partners pause",
      args: { email, ...withReason },
      operator: boris,
    });
    if (!paused.ok) throw new Error(paused.sentence);
    return { email, ...withReason };
  },
  "partners flag": async (ctx) => {
    const { ref } = await executedRow(ctx);
    const touchedAt = ctx.clock.now();
    await somePartner(ctx);
    const [of] = await ctx.db.orm.select().from(partner);
    const came = { orderRef: ref, partnerId: of?.id ?? "", code: "CODE1", way: "link", touchedAt } as const;
    await ctx.db.orm.insert(referral).values({ ...came, id: "rf_1", createdAt: touchedAt, placedAt: touchedAt });
    return { ref, seen: "Both use one payout account.", ...withReason };
  },
  "partners approve-payout": async (ctx) => ({ email: await partnerWhoWaits(ctx), ...withReason }),
  "partners refuse-payout": async (ctx) => ({ email: await partnerWhoWaits(ctx), ...withReason }),
  "withdrawals list": plain({ status: "cooling_off" }),
  "withdrawals show": async (ctx) => ({ id: await waitingWithdrawal(ctx) }),
  "withdrawals reject": async (ctx) => ({ id: await waitingWithdrawal(ctx), ...withReason }),
  "emails list": plain({ unsent: "yes" }),
  "emails show": async (ctx) => {
    await executedRow(ctx);
    await done(ctx);
    const [sent] = await ctx.db.orm.select({ id: emailMessage.id }).from(emailMessage);
    return { id: sent?.id ?? "" };
  },
  "emails resend": onOrder({ kind: "created", ...withReason }, done),
  "rates list": plain({}),
  "rates set": plain({ pair: "btc_paypal-usd", rate: "91000", ...withReason }),
  "rates limit": plain({ pair: "btc_paypal-usd", quorum: "3", ...withReason }),
  "rates fee": plain({ asset: "trx", rate: "0.29", ...withReason }),
  "assets list": plain({}),
  "assets add": async (ctx) => {
    // As after a start with real rails only, which has no asset yet.
    Object.assign(ctx.rails, { describe: async () => ({ network: "ethereum", decimals: 6 }) });
    const terms = { symbol: "USDC", name: "USD Coin", decimals: "6", confirmations: "12" };
    return { asset: "usdc-erc20", ...terms, anyway: "yes", ...withReason };
  },
  "assets set": plain({ asset: "usdt-trc20", withdraw_fee: "1.2", ...withReason }),
  "pairs list": plain({}),
  "pairs add": plain({ from: "trx", to: "paypal-usd", ...withReason }),
  "pairs open": async (ctx) => {
    await ctx.db.orm.update(pair).set({ status: "hidden" }).where(eq(pair.id, "btc_paypal-usd"));
    ctx.market.changed();
    const limits = { min_from: "0.0005", max_from: "0.1" };
    const fees = { margin_bps: "340", service_bps: "50", payout_fee: "0" };
    return { pair: "btc_paypal-usd", ...limits, ...fees, ...withReason };
  },
  "pairs pause": plain({ asset: "btc", ...withReason }),
  "pairs resume": async (ctx) => {
    await runCommand(ctx, { command: "pairs pause", args: { all: "yes", ...withReason }, operator: boris });
    return { page: "usdt-to-paypal", ...withReason };
  },
  "pairs set": plain({ pair: "btc_paypal-usd", margin_bps: "300", ...withReason }),
  "reserve list": plain({}),
  "reserve fund": plain({ asset: "btc", amount: "0.5", ...withReason }),
  "reserve take": plain({ asset: "btc", amount: "0.5", ...withReason }),
  "reserve fee": plain({ asset: "btc", amount: "0.0001", kind: "rail", ...withReason }),
  "reserve correct": plain({ asset: "btc", amount: "1.9", ...withReason }),
  "reserve rebalance": async (ctx) => {
    const two = { debit: "assets:cold:btc", credit: "assets:sandbox-bitcoin:btc", asset: "btc", amount: 1n } as const;
    const first = { do: "post", id: "first", ...two, code: "rebalance" } as const;
    await ctx.db.transaction(async (tx) => {
      await book(tx, [first], ctx.clock.now());
      const details = { amount: "0.00000001", transfer: first.id };
      await recordAudit(ctx, tx, boris, { action: "rebalance", subject: "btc", reason: "first", details });
    });
    return { asset: "btc", amount: "1", from: "sandbox-bitcoin", to: "cold", ...withReason };
  },
  "members show": async (ctx) => ({ email: await someMember(ctx) }),
  "members unlock": async (ctx) => ({ email: await someMember(ctx), ...withReason }),
  "members sign-out": async (ctx) => {
    const email = await someMember(ctx);
    const session = { memberId: "us_anna", origin: nowhere, remembered: false, now: ctx.clock.now() };
    await ctx.db.transaction((tx) => openSession(tx, ctx, session));
    return { email, ...withReason };
  },
  "members freeze": async (ctx) => ({ email: await someMember(ctx), ...withReason }),
  "members unfreeze": async (ctx) => {
    const frozen = { withdrawalsFrozenUntil: new Date(ctx.clock.now().getTime() + 60_000) };
    const address = await someMember(ctx);
    await ctx.db.orm.update(member).set(frozen).where(eq(member.email, address));
    return { email: address, ...withReason };
  },
  "members resend-code": async (ctx) => {
    const codeRequest = { email: "new@example.com", partner: null, origin: nowhere, now: ctx.clock.now() };
    await requestSignUp(ctx, { ...codeRequest, language: "en" });
    return { email: "new@example.com", ...withReason };
  },
  "blocklist list": plain({ all: "yes" }),
  "blocklist add": plain({ kind: "email", value: "anna@example.com", ...withReason }),
  "blocklist remove": async (ctx) => {
    const block = { kind: "network", value: "203.0.113.0/24", ...withReason };
    const added = await runCommand(ctx, { command: "blocklist add", args: block, operator: boris });
    if (!added.ok) throw new Error(added.sentence);
    return { id: z.object({ id: z.string() }).parse(added.data).id, ...withReason };
  },
  "screening lists": plain({ all: "yes" }),
  "screening import": plain({ path: ownList(), list: "own", date: "2026-11-20", ...withReason }),
  "screening list": plain({ all: "yes" }),
  "screening show": someHit(),
  "identity show": async (ctx) => {
    const { ref } = await executedRow(ctx);
    await ctx.db.transaction((tx) =>
      saveIdentity(ctx, tx, ref, { answers: {}, answeredAt: ctx.clock.now(), memberId: null }),
    );
    return { ref, ...withReason };
  },
  "screening checks": async (ctx) => ({ id: (await executedRow(ctx)).ref }),
  "screening clear": someHit(withReason),
  "screening confirm": someHit(withReason),
  "screening return": heldDeposit,
  "tickets list": plain({}),
  "tickets templates": plain({}),
  "tickets show": async (ctx) => ({ ticket: await someTicket(ctx) }),
  "tickets file": async (ctx) => {
    const number = await someTicket(ctx);
    const [entry] = await ctx.db.orm.select().from(ticketEntry);
    const row = {
      id: "tf_1",
      entryId: entry?.id,
      name: "a.webp",
      image: new Uint8Array([1]),
      createdAt: ctx.clock.now(),
    };
    await ctx.db.orm.insert(ticketFile).values(row);
    return { ticket: number, id: "tf_1", out: "a.webp" };
  },
  "tickets answer": async (ctx) => ({ ticket: await someTicket(ctx), text: "It was sent.", template: "solved" }),
  "tickets note": async (ctx) => ({ ticket: await someTicket(ctx), text: "called" }),
  "tickets assign": async (ctx) => ({ ticket: await someTicket(ctx), to: "anna" }),
  "tickets close": async (ctx) => ({ ticket: await someTicket(ctx) }),
  "maintenance show": plain({}),
  "maintenance on": plain({ until: "2026-11-21T11:00:00Z", en: "Back soon.", ru: "Скоро вернёмся.", ...withReason }),
  "maintenance off": async (ctx) => {
    await runCommand(ctx, { command: "maintenance on", args: withReason, operator: boris });
    return withReason;
  },
  "incidents list": plain({}),
  "incidents open": plain(incident),
  "incidents update": async (ctx) => ({
    ...{ id: await openIncident(ctx), en: "Seven orders waited.", ru: "Семь заявок ждали.", ...withReason },
  }),
  "incidents close": async (ctx) => ({ id: await openIncident(ctx), ...withReason }),
  "keys list": plain({}),
  "keys rotate": plain(withReason),
  "ledger verify": plain({}),
  "books figures": plain({ by: "day", out: "books.csv" }),
  "books export": plain({ out: "books.journal" }),
  "day close": plain({ day: "2026-11-20", anyway: "yes", ...withReason }),
  "day list": plain({}),
  "day show": async (ctx) => {
    const closing = { day: "2026-11-20", anyway: "yes", ...withReason };
    await runCommand(ctx, { command: "day close", args: closing, operator: boris });
    return { day: "2026-11-20" };
  },
  reconcile: plain({}),
  "differences mark-corrected": async (ctx) => {
    const counted = { assets: ["eth"], credits: 0, sendings: 1, addresses: 0, differences: 1, isNews: true };
    const run = { id: "rec_1", rail: "evm", state: "differs", ...counted, at: ctx.clock.now() } as const;
    await ctx.db.orm.insert(reconciliation).values(run);
    const sides = { railAsset: "eth", railAmount: 6n, ledgerAsset: "eth", ledgerAmount: 5n };
    const difference = { runId: run.id, number: 0, what: "fee_differs", subject: "0x1", ...sides } as const;
    await ctx.db.orm.insert(reconciliationDifference).values(difference);
    return { subject: difference.subject, ...withReason };
  },
  "promo list": plain({}),
  "promo report": plain({}),
  "promo add": plain(autumn),
  "promo show": async (ctx) => {
    await runCommand(ctx, { command: "promo add", args: autumn, operator: boris });
    return { code: "AUTUMN" };
  },
  "promo stop": async (ctx) => {
    await runCommand(ctx, { command: "promo add", args: autumn, operator: boris });
    return { code: "AUTUMN", ...withReason };
  },
  "reserve requests": plain({}),
  "newsletter count": plain({}),
  "newsletter export": plain({ out: "newsletter.csv" }),
  "newsletter send": async (ctx) => {
    const at = ctx.clock.now();
    const reader = { id: "ns_1", email: "anna@example.com", language: "en", consent: "News, please." } as const;
    await ctx.db.orm.insert(newsletterSubscriber).values({ ...reader, askedAt: at, confirmedAt: at });
    const folder = mkdtempSync(join(tmpdir(), "kursa-newsletter-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const texts = { subject: "News", text: "Text" };
    writeFileSync(join(folder, "issue.json"), JSON.stringify({ en: texts, ru: texts }));
    return { file: join(folder, "issue.json"), anyway: "yes", ...withReason };
  },
  "reviews list": plain({ unanswered: "yes" }),
  "reviews show": onReview({}),
  "reviews answer": onReview({ text: "Thank you.", ...withReason }),
  "reviews remove": onReview({ rule: "insult", words: "rude", ...withReason }),
  "reviews restore": onReview(
    withReason,
    byCommand("reviews remove", { rule: "insult", words: "rude", ...withReason }),
  ),
  "audit list": plain({}),
  "approvals list": plain({}),
  "approvals give": async (ctx) => {
    const email = await depositorEmail(ctx);
    const { anna } = await enrol(ctx);
    const credit = { email, asset: "usdt-trc20", amount: "45", kind: "add", ...withReason };
    await must(ctx, anna, "wallets adjust", credit);
    const [entry] = await ctx.db.orm.select({ id: makerEntry.id }).from(makerEntry).where(eq(makerEntry.actor, "anna"));
    return { id: entry?.id ?? "", ...withReason };
  },

  "staff list": plain({}),
  "staff add": async (ctx) => {
    await enrol(ctx);
    return { ...additionOf(person("carl", "operator")), ...withReason };
  },
  "staff remove": async (ctx) => {
    await enrol(ctx);
    return { name: "anna", ...withReason };
  },
  "db migrate": plain({}),
  "db accept-history": plain(withReason),
  "db role": plain({ name: "kursa_service" }),
  // The tests' database is in memory: any folder stands for its files.
  "db backup": async (ctx) => {
    const folder = mkdtempSync(join(tmpdir(), "kursa-backup-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "data", "db"), { recursive: true });
    Object.assign(ctx.env, { DATA_DIR: join(folder, "data") });
    return { out: join(folder, "copy") };
  },
  "db restore": plain({ from: "/backups/2026-11-21" }),
  "db check": plain({}),
};
