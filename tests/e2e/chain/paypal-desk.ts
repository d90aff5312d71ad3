import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod/v4";
import { type Person, runOperator, signedEnv } from "../../../scripts/trial/fill-market.ts";
import type { Trial } from "../../../scripts/trial/start-trial.ts";
import { activityCsv, type TestLine } from "../../support/paypal-by-hand/activity-report.ts";
import { BackOffice } from "../people/back-office.ts";
import { expect } from "../setup/expect.ts";

const taskRow = z.object({
  task: z.int(),
  what: z.string(),
  amount: z.string(),
  account: z.string().nullable(),
  order: z.string().nullable(),
  next: z.string().nullable(),
});
type TaskRow = z.output<typeof taskRow>;
const taskRows = z.object({ data: z.array(taskRow) });

/** PayPal's activity of a trial since somebody first worked at its desk: several tests may use one trial. */
type Activity = { from: Date; lines: TestLine[] };
const activities = new WeakMap<Trial, Activity>();
/** What the trial funds PayPal with, in cents. */
const opening = 2_000_000n;

/** The two people of a trial at PayPal's website: they do what tasks ask for, and enter it. */
export class PaypalDesk {
  readonly #picture: string;

  readonly #activity: Activity;

  private constructor(
    readonly trial: Trial,
    picture: string,
    activity: Activity,
  ) {
    this.#picture = picture;
    this.#activity = activity;
  }

  static async of(trial: Trial): Promise<PaypalDesk> {
    const picture = join(trial.keys, "page.png");
    const page = sharp({ create: { width: 40, height: 30, channels: 3, background: "white" } });
    writeFileSync(picture, await page.png().toBuffer());
    const activity = activities.get(trial) ?? { from: await serviceTime(trial), lines: [] };
    activities.set(trial, activity);
    return new PaypalDesk(trial, picture, activity);
  }

  /** A command with this person's signature; returns what it prints, and throws where it is refused. */
  as(name: Person, ...words: string[]): Promise<string> {
    return runOperator(signedEnv(this.trial.settings, this.trial.keys, name), words);
  }

  /** The task of an order, once there is one. */
  async taskOf(ref: string, what: string): Promise<TaskRow> {
    let task: TaskRow | undefined;
    await expect(async () => {
      const { data } = taskRows.parse(JSON.parse(await this.as("anna", "--json", "tasks", "list", "--all")));
      task = data.find(({ order, what: kind }) => order?.replaceAll("-", "") === ref && kind === what);
      expect(task).toBeDefined();
    }).toPass({ intervals: [200] });
    return task as TaskRow;
  }

  /** Anna pays at PayPal and enters it; Boris reads the screenshot and confirms. */
  async pays(task: TaskRow): Promise<void> {
    await this.as("anna", "tasks", "claim", String(task.task));
    await this.#enters("paid", task, task.account ?? "", []);
  }

  /** Anna sends the invoice at PayPal and enters where its payer finds it. */
  async sendsInvoice(task: TaskRow, url: string): Promise<void> {
    await this.as("anna", "tasks", "claim", String(task.task));
    const number = ["--invoice", `INV2-ABCD-EFGH-JKLM-${task.task}`, "--url", url];
    await this.as("anna", "tasks", "invoiced", String(task.task), ...number);
  }

  /** Anna sees at PayPal that the invoice was paid; it is final once Boris has confirmed it. */
  async seesPayment(task: TaskRow, payer: string): Promise<{ confirm(): Promise<void> }> {
    const confirm = await this.#entered("received", task, payer, ["--reason", "seen paid at PayPal"]);
    return { confirm };
  }

  /** Anna downloads PayPal's report of all that was done, and imports it. */
  async importsReport(): Promise<void> {
    const { from, lines } = this.#activity;
    const until = new Date(Math.max(from.getTime(), ...lines.map(({ at }) => at.getTime())) + 1000);
    while ((await serviceTime(this.trial)) < until) await wait(100);
    const report = join(this.trial.keys, "activity.csv");
    writeFileSync(report, activityCsv(lines, opening));
    await this.as("anna", "tasks", "import", report, "--from", from.toISOString(), "--until", until.toISOString());
  }

  async #enters(verb: string, task: TaskRow, account: string, more: string[]): Promise<void> {
    const confirm = await this.#entered(verb, task, account, more);
    await confirm();
  }

  async #entered(verb: string, task: TaskRow, account: string, more: string[]): Promise<() => Promise<void>> {
    const amount = task.amount.split(" ")[0] ?? "";
    const tx = createHash("sha256")
      .update(`${verb} ${task.task} ${task.order}`)
      .digest("hex")
      .slice(0, 17)
      .toUpperCase();
    const at = await serviceTime(this.trial);
    const facts = ["--tx", tx, "--amount", amount, "--account", account, "--screenshot", this.#picture];
    const printed = await this.as(
      "anna",
      "tasks",
      verb,
      String(task.task),
      ...facts,
      "--at",
      at.toISOString(),
      ...more,
    );
    const cents = BigInt(amount.replace(".", ""));
    const usual = { tx, at, fee: 0n, account, type: "Payment", status: "Completed", currency: "USD", reference: "" };
    this.#activity.lines.push({ ...usual, gross: verb === "paid" ? -cents : cents });
    const entry = /tasks confirm ([\w-]+)/.exec(printed)?.[1] ?? "";
    return async () => {
      await this.as(
        "boris",
        "tasks",
        "confirm",
        entry,
        "--tx",
        tx,
        "--amount",
        amount,
        "--reason",
        "as the picture says",
      );
    };
  }
}

/** By the service's clock, which tests have moved; a second later. */
async function serviceTime(trial: Trial): Promise<Date> {
  const { data } = await new BackOffice(trial.site).call("sandboxClock", { body: { advance_seconds: 1 } });
  return new Date(data.now);
}
