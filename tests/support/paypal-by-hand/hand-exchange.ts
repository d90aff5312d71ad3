import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { order, paypalEntry } from "../../../upstream/db/schema/index.ts";
import type { Outcome } from "../../../upstream/operator/command.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { tellEntries } from "../../../upstream/rails/paypal-by-hand/tell-entries.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { paypalAccount } from "../orders/example-customer.ts";
import { type DraftInput, executedOrder, type OpenedOrder } from "../orders/order-steps.ts";
import { type Exchange, type ExchangeOptions, exchange } from "../service/exchange.ts";

/** A picture, and the argument and the file that a terminal makes of it. */
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "white" } })
  .png()
  .toBuffer();
const noPicture = Buffer.from("no picture");
const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
/** A report without transactions, as an argument. */
const noActivity = Buffer.from("Date,Type,Status,Currency,Gross,Fee,Transaction ID\n");
export const emptyReport = digestOf(noActivity);
/** A file of a test, as an argument. */
export function addFile(text: string): string {
  const bytes = Buffer.from(text);
  files[digestOf(bytes)] = bytes.toString("base64");
  return digestOf(bytes);
}
export const files: Record<string, string> = {
  [emptyReport]: noActivity.toString("base64"),
  [digestOf(picture)]: picture.toString("base64"),
  [digestOf(noPicture)]: noPicture.toString("base64"),
};
/** A notice of PayPal about a payment that belongs to no task. */
export const someNotice = addFile(
  "From: service@paypal.com\nSubject: You've received a payment\n\nTransaction ID: 1AB23456CD789012E\nAmount: 1.00 USD\n",
);
export const screenshots = { picture: digestOf(picture), noPicture: digestOf(noPicture) };

export const ownAccount = "shop@kursa.example";

/** A transaction id of PayPal's form. */
export const txOf = (name: string): string =>
  createHash("sha256").update(name).digest("hex").slice(0, 17).toUpperCase();

export type HandExchange = {
  service: Exchange;
  /** A command of a person; names are labels while there are no staff. */
  as(name: string, command: string, args?: Record<string, string>): Promise<Outcome>;
  /** The same, which fails the test where it is refused. */
  must(name: string, command: string, args?: Record<string, string>): Promise<Outcome & { ok: true }>;
  /** An order whose payment has arrived, so that its payout is a task: the amount to pay. */
  paidOrder(input?: DraftInput): Promise<OpenedOrder>;
  /** The id of the last entry that waits for its second person. */
  waitingEntry(): Promise<string>;
  /** Runs what is scheduled for the rail, then the jobs. */
  tell(): Promise<void>;
};

/** PayPal by hand beside simulated coins: both sides of an exchange, with a float at PayPal. */
export async function handExchange(options: ExchangeOptions = {}): Promise<HandExchange> {
  const settings = { RAILS: "sandbox,paypal-by-hand", PAYPAL_ACCOUNTS: ownAccount, ...options.settings };
  const service = await exchange({ ...options, settings });
  // A test joins what a start keeps apart: real accounts at PayPal, and simulated coins.
  Object.assign(service.ctx.rails, { isSimulated: () => true });
  const hand = handsOf(service);
  await hand.must("treasurer", "reserve fund", {
    asset: "paypal-usd",
    amount: "5000",
    anyway: "yes",
    reason: "first float",
  });
  return hand;
}

/** What people do at an exchange with the rail `paypal-by-hand`, whatever its other rails are. */
export function handsOf(service: Exchange): HandExchange {
  const as = async (name: string, command: string, args: Record<string, string> = {}) => {
    const outcome = await runCommand(service.ctx, { command, args, operator: { name }, files });
    await service.runJobs();
    return outcome;
  };
  return {
    service,
    as,
    async must(name, command, args) {
      const outcome = await as(name, command, args);
      if (!outcome.ok) throw new Error(`${command}: ${outcome.sentence}`);
      return outcome;
    },
    async paidOrder(input = { amount: "50" }) {
      const opened = await executedOrder(service, input);
      await pay(service.ctx, opened);
      await service.runJobs();
      return opened;
    },
    async waitingEntry() {
      const rows = await service.ctx.db.orm
        .select({ id: paypalEntry.id })
        .from(paypalEntry)
        .where(eq(paypalEntry.state, "waiting"))
        .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
      return rows.at(-1)?.id ?? "";
    },
    async tell() {
      await tellEntries(service.ctx);
      await service.runJobs();
    },
  };
}

async function pay(ctx: Context, { ref }: OpenedOrder): Promise<void> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (row) await simulateEvent(ctx, row, "pay_exact", null);
}

/** What a person types about a payment of this order's payout, with what the test changes. */
export function paidEntry(
  service: Exchange,
  { ref, order: { to } }: OpenedOrder,
  other: Record<string, string> = {},
): Record<string, string> {
  const at = service.ctx.clock.now().toISOString();
  const usual = { tx: txOf(ref), amount: to.amount, fee: "0.35", at, account: paypalAccount };
  return { ...usual, screenshot: screenshots.picture, ...other };
}

export const minor = (amount: string): bigint => {
  const parsed = parseAmount(amount, 2);
  if (typeof parsed === "string") throw new Error(`${amount} is ${parsed}`);
  return parsed;
};
