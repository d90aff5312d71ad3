import { createHash } from "node:crypto";
import sharp from "sharp";
import { z } from "zod/v4";
import { parseAmount } from "../../../contract/values/decimal.ts";
import type { TestLine } from "../../support/paypal-by-hand/activity-report.ts";
import { pause } from "../evm/world.ts";
import { type Ask, must } from "../operators.ts";
import { ownAccount, type PaypalAccount, shownOf } from "./paypal-account.ts";

/** An invoice that was sent: its payer pays it once, and somebody enters that. */
export type Invoice = { task: number; url: string; cents: bigint; payer: string; order: string; paid?: TestLine };

/** What both people see at PayPal and on the table between them. */
export type Desk = {
  ask: Ask;
  paypal: PaypalAccount;
  random: () => number;
  invoices: Map<number, Invoice>;
  /** The transaction of which the newest screenshot of a task was made. */
  pictured: Map<number, TestLine>;
  /** Payments that somebody has made and left without entering them: PayPal shows them to whoever looks. */
  forgotten: Map<number, TestLine>;
  counts: DeskCounts;
  faults: string[];
  /** Time does not jump while somebody is at a task: nobody pays after their claim has ended. */
  steps: Steps;
};
export type DeskCounts = { abandoned: number; wrongEntries: number; accepted: number; imports: number };

const taskRow = z.object({
  task: z.int(),
  what: z.string(),
  amount: z.string(),
  account: z.string().nullable(),
  order: z.string().nullable(),
  state: z.string(),
  on_it: z.string().nullable(),
  next: z.string().nullable(),
});
type TaskRow = z.output<typeof taskRow>;
const reason = "proof";
const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "white" } })
  .png()
  .toBuffer();
const digestOf = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const picture = { screenshot: digestOf(image) };
const imageFile = { [picture.screenshot]: image.toString("base64") };

/** Steps of people, several at once, and jumps of time between them. */
export class Steps {
  #running = new Set<Promise<void>>();
  #jump: Promise<void> = Promise.resolve();

  async step(work: () => Promise<void>): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#jump; ) {
      last = this.#jump;
      // A jump that the service did not take is tried again by whoever wanted it.
      await last.catch(() => undefined);
    }
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
    await running;
  }

  async jump(work: () => Promise<void>): Promise<void> {
    const earlier = [...this.#running];
    this.#jump = Promise.allSettled(earlier).then(work);
    await this.#jump;
  }
}

/** Works through the tasks as one of the two people, until it is told to stop. */
export function work(desk: Desk, name: string): () => Promise<void> {
  let isWorking = true;
  const run = async () => {
    while (isWorking) {
      for (const row of await listedTasks(desk.ask, name)) await desk.steps.step(() => step(desk, name, row));
      for (const invoice of desk.invoices.values()) await desk.steps.step(() => entersPayment(desk, name, invoice));
      await pause(400);
    }
  };
  const working = run().catch((error: unknown) => {
    desk.faults.push(`${name}: ${String(error)}`);
  });
  return async () => {
    isWorking = false;
    await working;
  };
}

export async function listedTasks(ask: Ask, name: string): Promise<TaskRow[]> {
  return z.array(taskRow).parse(await must(ask, name, "tasks list"));
}

async function step(desk: Desk, name: string, row: TaskRow): Promise<void> {
  const entry = /^tasks confirm (\S+)$/.exec(row.next ?? "")?.[1];
  if (entry !== undefined) return confirms(desk, name, row, entry);
  if (row.state === "abandoned") return resolves(desk, name, row);
  if (row.state === "open") return takes(desk, name, row);
}

/** Only a claim that the service has granted is worked on, and each one pays: a task that opens again is paid again. */
async function takes(desk: Desk, name: string, row: TaskRow): Promise<void> {
  const number = String(row.task);
  if (!(await desk.ask(name, "tasks claim", { number })).ok) return;
  const fate = desk.random();
  if (fate < 0.06) {
    desk.counts.abandoned += 1;
    return;
  }
  if (row.what === "invoice") return sendsInvoice(desk, name, row);
  if (row.what !== "pay") {
    desk.faults.push(`task ${number} is ${row.what}, which no order has asked for`);
    return;
  }
  const line = desk.paypal.pay(row.account ?? "", centsOf(row.amount), row.order ?? "");
  if (fate < 0.14) {
    desk.counts.abandoned += 1;
    desk.forgotten.set(row.task, line);
    return;
  }
  if (desk.random() < 0.25) await entersWrongly(desk, name, row, line);
  await entersPaid(desk, name, row.task, line);
}

async function sendsInvoice({ ask, invoices, faults }: Desk, name: string, row: TaskRow): Promise<void> {
  const number = String(row.task);
  const url = `https://www.sandbox.paypal.com/invoice/p/${number.padStart(10, "0")}`;
  const sent = await ask(name, "tasks invoiced", { number, invoice: `INV-${number}`, url });
  // Sent again after a lost answer, it is refused.
  if (!sent.ok && !/is sent/.test(sent.sentence)) faults.push(`task ${number}: ${sent.sentence}`);
  const facts = { cents: centsOf(row.amount), payer: row.account ?? "", order: row.order ?? "" };
  invoices.set(row.task, { task: row.task, url, ...facts });
}

/** What is entered wrongly is refused, whatever it is. */
async function entersWrongly(desk: Desk, name: string, row: TaskRow, line: TestLine): Promise<void> {
  const facts = shownOf(line);
  const earlier = desk.paypal.lines.find(({ tx }) => tx !== line.tx && isEntered(desk, tx));
  const mistakes = [
    { amount: "1.00" },
    { tx: "1234" },
    { account: ownAccount },
    { account: "stranger@mail.com" },
    { at: new Date(line.at.getTime() - 3_600_000 * 24).toISOString() },
    ...(earlier ? [{ tx: earlier.tx }] : []),
  ];
  const mistake = mistakes[Math.floor(desk.random() * mistakes.length)];
  const args = { number: String(row.task), ...facts, ...mistake, ...picture };
  desk.counts.wrongEntries += 1;
  if ((await desk.ask(name, "tasks paid", args, imageFile)).ok)
    desk.faults.push(`task ${row.task}: ${JSON.stringify(mistake)} was accepted`);
}

const isEntered = ({ pictured }: Desk, tx: string) => [...pictured.values()].some((line) => line.tx === tx);

async function entersPaid(desk: Desk, name: string, task: number, line: TestLine): Promise<void> {
  desk.pictured.set(task, line);
  const entered = await desk.ask(name, "tasks paid", { number: String(task), ...shownOf(line), ...picture }, imageFile);
  if (entered.ok || (await knows(desk, name, task, line))) return;
  desk.faults.push(`task ${task}: ${entered.sentence}`);
}

/** Whether it was entered already: by the first of two equal commands, or by the other person, who has seen the same payment. */
async function knows({ ask }: Desk, name: string, task: number, { tx }: TestLine): Promise<boolean> {
  const shownTask = await must(ask, name, "tasks show", { number: String(task) });
  const { entries } = z
    .object({ entries: z.array(z.object({ state: z.string(), tx: z.string().nullish() })) })
    .parse(shownTask);
  // Of what waits, nobody is told the transaction.
  return entries.some((entry) => entry.tx === tx || entry.state === "waiting");
}

/** A claim whose time is over: PayPal shows whether its owner has paid. */
async function resolves(desk: Desk, name: string, row: TaskRow): Promise<void> {
  const line = desk.forgotten.get(row.task);
  const number = String(row.task);
  if (line === undefined) {
    await desk.ask(name, "tasks give-back", { number, reason, ...picture }, imageFile);
    return;
  }
  if (row.task % 2 === 0) return entersPaid(desk, name, row.task, line);
  await importsReport(desk, name);
  await accepts(desk, name, row.task, line);
}

async function accepts(desk: Desk, name: string, task: number, line: TestLine): Promise<void> {
  const rows = z
    .array(z.object({ line: z.int(), tx: z.string(), task: z.int() }))
    .parse(await must(desk.ask, name, "tasks proposals"));
  const proposal = rows.find(({ tx }) => tx === line.tx);
  if (proposal?.task !== task) {
    // Another task with the same amount and account may be proposed instead.
    return entersPaid(desk, name, task, line);
  }
  desk.pictured.set(task, line);
  const accepted = await desk.ask(name, "tasks accept", { line: String(proposal.line), reason });
  if (accepted.ok) desk.counts.accepted += 1;
  else if (!(await knows(desk, name, task, line))) desk.faults.push(`task ${task}: ${accepted.sentence}`);
}

/** The same report twice: the second time changes nothing. */
export async function importsReport({ ask, paypal, counts, faults }: Desk, name: string): Promise<void> {
  const report = paypal.report();
  if (!report) return;
  const { csv, from, until } = report;
  const bytes = Buffer.from(csv);
  const digest = digestOf(bytes);
  const args = { report: digest, from: from.toISOString(), until: until.toISOString() };
  for (let time = 0; time < 2; time += 1) {
    const imported = await ask(name, "tasks import", args, { [digest]: bytes.toString("base64") });
    if (!imported.ok) faults.push(`the report until ${args.until}: ${imported.sentence}`);
    counts.imports += 1;
  }
}

/** The person who has not entered it reads the picture, sometimes wrongly at first. */
async function confirms(desk: Desk, name: string, { task }: TaskRow, id: string): Promise<void> {
  const line = desk.pictured.get(task);
  if (!line) return;
  const { tx, amount = "" } = shownOf(line);
  if (desk.random() < 0.1) {
    desk.counts.wrongEntries += 1;
    if ((await desk.ask(name, "tasks confirm", { id, tx: tx ?? "", amount: "1.00", reason })).ok)
      desk.faults.push(`task ${task}: another amount was confirmed`);
  }
  const confirmed = await desk.ask(name, "tasks confirm", { id, tx: tx ?? "", amount, reason });
  const isExpected = confirmed.ok || /your own entry|already/.test(confirmed.sentence);
  if (!isExpected) desk.faults.push(`task ${task}: ${confirmed.sentence}`);
}

/** Somebody has paid an invoice at PayPal. */
async function entersPayment(desk: Desk, name: string, { task, paid }: Invoice): Promise<void> {
  if (!paid || desk.pictured.has(task)) return;
  desk.pictured.set(task, paid);
  const args = { number: String(task), ...shownOf(paid), reason, ...picture };
  const entered = await desk.ask(name, "tasks received", args, imageFile);
  if (entered.ok || (await knows(desk, name, task, paid))) return;
  desk.faults.push(`task ${task}: ${entered.sentence}`);
}

function centsOf(amount: string): bigint {
  const cents = parseAmount(amount.split(" ")[0] ?? "", 2);
  if (typeof cents === "string") throw new Error(`${amount} is no amount`);
  return cents;
}
