import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod/v4";
import { member, newsletterDelivery, newsletterSubscriber } from "../../../upstream/db/schema/index.ts";
import { jobWork } from "../../../upstream/jobs/job-work.ts";
import { serviceTasks } from "../../../upstream/jobs/tasks.ts";
import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import { queueDeliveries } from "../../../upstream/newsletter/issues.ts";
import {
  deleteOldDeliveries,
  deleteUnconfirmedSubscriptions,
} from "../../../upstream/newsletter/newsletter-retention.ts";
import { runCommand } from "../../../upstream/operator/command-request.ts";
import { commands } from "../../../upstream/operator/commands.ts";
import { texts } from "../../../upstream/texts/texts.ts";
import { refused } from "../../support/service/api-client.ts";
import { solvedToken } from "../../support/service/bot-checks.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, password, signedUp } from "../../support/service/members.ts";

const day = 86_400;
const issue = {
  en: { subject: "New pairs", text: "First paragraph.\n\nSecond <b>one</b>." },
  ru: { subject: "Новые направления", text: "Первый абзац." },
};
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const ask = (email: string, locale: "en" | "ru" = "en") => service.call("subscribe", { body: { email, locale } });
const rows = () => service.ctx.db.orm.select().from(newsletterSubscriber);
const sent = async (kind: string, to?: string) => (await service.emails(to)).filter((email) => email.kind === kind);
const keyIn = (text: string | undefined, page: string) =>
  decodeURIComponent(new RegExp(`newsletter/${page}\\?t=(\\S+)`).exec(text ?? "")?.[1] ?? "");

async function subscribed(email: string, locale: "en" | "ru" = "en"): Promise<void> {
  await ask(email, locale);
  const token = keyIn((await sent("newsletter_confirm", email))[0]?.text, "confirm");
  expect((await service.call("subscribeConfirm", { body: { token } })).status).toBe(200);
}

function operator(command: string, args: Record<string, string> = {}) {
  return runCommand(service.ctx, { command, args, operator: { name: "mira" } });
}

function fileOf(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "newsletter-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "issue.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const send = (file: string, more: Record<string, string> = { anyway: "yes" }) =>
  operator("newsletter send", { file, reason: "the autumn news", ...more });

describe("a subscription", () => {
  test("begins when its owner presses the link, with time, language and words", async () => {
    await ask("anna@example.com", "ru");
    const [mail, ...others] = await sent("newsletter_confirm");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "anna@example.com", language: "ru" });
    expect((await rows())[0]?.confirmedAt).toBeNull();
    await service.pass(60);
    const token = keyIn(mail?.text, "confirm");
    for (let press = 0; press < 2; press += 1) {
      expect((await service.call("subscribeConfirm", { body: { token } })).reply()).toEqual({
        data: { subscribed: true },
      });
      await service.pass(60);
    }
    expect(await rows()).toMatchObject([
      {
        language: "ru",
        consent: texts.ru.emails.newsletter.consent,
        confirmedAt: new Date("2026-11-21T12:01:00.000Z"),
      },
    ]);
  });

  test("records the consent text that was confirmed, after a later request in another language", async () => {
    await ask("anna@example.com", "ru");
    const token = keyIn((await sent("newsletter_confirm"))[0]?.text, "confirm");
    await ask("anna@example.com", "en");
    for (const locale of ["ru", "en"] as const) await service.call("subscribeConfirm", { body: { token, locale } });
    expect(await rows()).toMatchObject([{ language: "ru", consent: texts.ru.emails.newsletter.consent }]);
  });

  test("asked for again gets the same answer and the same work, known or not, and no second e-mail at once", async () => {
    await subscribed("anna@example.com");
    const before = await rows();
    await service.pass(3600);
    const answers = [await ask("Anna@example.com", "ru"), await ask("new@example.com"), await ask("new@example.com")];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await sent("newsletter_confirm", "anna@example.com")).toHaveLength(1);
    expect(await sent("newsletter_confirm", "new@example.com")).toHaveLength(1);
    expect(await rows()).toMatchObject([before[0] ?? {}, { email: "new@example.com" }]);
  });

  test("by concurrent calls is one, and an address gets five links at most", async () => {
    await Promise.all([ask("anna@example.com"), ask("ANNA@example.com"), ask("anna@example.com")]);
    expect(await rows()).toHaveLength(1);
    for (let count = 0; count < 8; count += 1) {
      await service.pass(601);
      await ask("anna@example.com");
    }
    expect(await sent("newsletter_confirm")).toHaveLength(5);
  });

  test.each([
    ["", "required"],
    ["anna", "email_format"],
    [`${"a".repeat(400)}@example.com`, "email_format"],
  ])("of %j is refused with a field error", async (email, code) => {
    expect(refused(await ask(email))).toEqual({
      status: 422,
      code: "validation_failed",
      errors: [{ pointer: "/email", code }],
    });
  });

  test("is deleted by one press in any e-mail, and needs the key of that address", async () => {
    await subscribed("anna@example.com");
    await subscribed("boris@example.com");
    await send(fileOf(issue));
    await service.runJobs();
    const mail = (await sent("newsletter_issue", "anna@example.com"))[0];
    const key = keyIn(mail?.text, "stop");
    expect(mail?.unsubscribe).toContain("/En/newsletter/stop?t=");
    const confirmKey = keyIn((await sent("newsletter_confirm", "boris@example.com"))[0]?.text, "confirm");
    for (const wrong of ["", "x", `${key}x`, confirmKey]) {
      expect((await service.call("unsubscribe", { body: { key: wrong } })).status).toBe(202);
    }
    expect(await rows()).toHaveLength(2);
    for (let press = 0; press < 2; press += 1) await service.call("unsubscribe", { body: { key } });
    expect((await rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
    expect(refused(await service.call("subscribeConfirm", { body: { token: key } }))).toMatchObject({
      code: "not_found",
    });
  });

  test("that nobody confirms is deleted after the days that the privacy policy names", async () => {
    await ask("anna@example.com");
    await subscribed("boris@example.com");
    await service.pass(15 * day);
    await deleteUnconfirmedSubscriptions(service.ctx);
    expect((await rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
  });
});

describe("the words of the consent", () => {
  test.each(["en", "ru"] as const)("in %s are the same in form, e-mail and record", async (lang) => {
    const page = z
      .object({ consent: z.string() })
      .parse(JSON.parse(readFileSync(`locales/${lang}/newsletter.json`, "utf8")));
    expect(page.consent).toBe(texts[lang].emails.newsletter.consent);
    await ask("anna@example.com", lang);
    expect((await sent("newsletter_confirm"))[0]?.text).toContain(page.consent);
    expect((await rows())[0]?.consent).toBe(page.consent);
  });
});

describe("a member", () => {
  test("finds the subscription in the copy of their data, and closing the account deletes it", async () => {
    await subscribed("anna@example.com");
    await subscribed("boris@example.com");
    const { token } = await signedUp(service, "Anna@example.com");
    const copy = JSON.parse((await service.call("memberExport", by(token))).text);
    expect(copy.data).toMatchObject({
      newsletter: {
        language: "en",
        consent: texts.en.emails.newsletter.consent,
        confirmed_at: "2026-11-21T12:00:00.000Z",
      },
    });
    expect((await service.call("memberClose", { ...by(token), body: { password } })).status).toBe(200);
    expect((await rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
  });

  test("who asks for news in the account has the time of it kept, until news end", async () => {
    const { token } = await signedUp(service, "anna@example.com");
    const choose = (news: boolean) =>
      service.call("memberSettingsProfile", { ...by(token), body: { notifications: { news } } });
    const since = async () => (await service.ctx.db.orm.select().from(member))[0]?.newsSince ?? null;
    await choose(false);
    expect(await since()).toBeNull();
    await service.pass(60);
    await choose(true);
    const first = await since();
    expect(first).toEqual(service.ctx.clock.now());
    await service.pass(60);
    await choose(true);
    expect(await since()).toEqual(first);
    await choose(false);
    expect(await since()).toBeNull();
  });
});

describe("the bot check of a subscription", () => {
  beforeEach(async () => {
    service = await exchange({ settings: { BOT_CHECK: "altcha", BOT_CHECK_COST: "1" } });
  });

  test("is a solved check, or else the link itself, for few addresses of a network", async () => {
    for (let count = 1; count <= 5; count += 1) expect((await ask(`reader${count}@example.com`)).status).toBe(202);
    expect(refused(await ask("reader6@example.com")).code).toBe("too_many_requests");
    const captcha_token = await solvedToken(service, "subscribe");
    const solved = () =>
      service.call("subscribe", { body: { email: "reader6@example.com", locale: "en", captcha_token } });
    expect((await solved()).status).toBe(202);
    expect(refused(await solved()).code).toBe("captcha_failed");
  });
});

describe("an issue", () => {
  test("goes once to every subscriber and member who wants news, in their language", async () => {
    await subscribed("anna@example.com");
    await subscribed("ivan@example.com", "ru");
    await ask("unconfirmed@example.com");
    const member = await signedUp(service, "member@example.com");
    const both = await signedUp(service, "ANNA@example.com");
    for (const { token } of [member, both]) {
      await service.call("memberSettingsProfile", { ...by(token), body: { notifications: { news: true } } });
    }
    expect(await operator("newsletter count")).toMatchObject({ ok: true, data: { recipients: 3, unconfirmed: 1 } });
    expect((await send(fileOf(issue))).ok).toBe(true);
    await queueDeliveries(service.ctx);
    await service.runJobs();
    const mails = await sent("newsletter_issue");
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ["anna@example.com", "New pairs"],
      ["ivan@example.com", "Новые направления"],
      ["member@example.com", "New pairs"],
    ]);
    expect(mails[0]?.html).toContain("&lt;b&gt;one&lt;/b&gt;");

    const key = keyIn(mails.find(({ to }) => to === "member@example.com")?.text, "stop");
    await service.call("unsubscribe", { body: { key } });
    const profile = (await service.call("memberProfile", by(member.token))).reply().data;
    expect(profile.notifications.news).toBe(false);
    expect(await send(fileOf(issue))).toMatchObject({ ok: false });
  });

  test("is shown before it is sent, and refused without --anyway or as a wrong file", async () => {
    await subscribed("anna@example.com");
    const path = fileOf(issue);
    expect(await send(path, {})).toMatchObject({ ok: false });
    expect(await send(path, { dry_run: "yes" })).toMatchObject({ ok: true });
    for (const wrong of [
      "{",
      { en: issue.en },
      { ...issue, de: issue.en },
      { ...issue, ru: { subject: "", text: "x" } },
    ]) {
      expect(await send(fileOf(wrong))).toMatchObject({ ok: false });
    }
    expect(await send("issue.json")).toMatchObject({ ok: false });
    await service.runJobs();
    expect(await sent("newsletter_issue")).toEqual([]);
  });

  test("is sent sixty e-mails a minute, to nobody who has unsubscribed meanwhile, and continues by itself", async () => {
    const slow = await exchange({ jobs: "by hand" });
    service = slow;
    await slow.ctx.db.query(`insert into newsletter_subscriber (id, email, language, consent, asked_at, confirmed_at)
      select 'ns_' || n, 'reader' || n || '@example.com', 'en', 'News, please.', now(), now() from generate_series(1, 61) n`);
    await send(fileOf(issue));
    await slow.ctx.db.query("delete from newsletter_subscriber where id = 'ns_1'");
    await slow.runJobs();
    expect(await sent("newsletter_issue")).toHaveLength(59);
    const task = serviceTasks(slow.ctx).find(({ name }) => name === "newsletter");
    expect(task?.everySeconds).toBe(60);
    await Promise.all([task?.run(), task?.run()]);
    await slow.runJobs();
    expect(await sent("newsletter_issue")).toHaveLength(60);
    const { rows: left } = await slow.ctx.db.query("select * from newsletter_delivery where ended_at is null");
    expect(left).toEqual([]);
  });

  test("is sent again after a crash only to whom it had not reached, with the same message id", async () => {
    const stopped = await exchange({ jobs: "by hand" });
    service = stopped;
    for (const email of ["anna@example.com", "boris@example.com"]) {
      await stopped.ctx.db.orm.insert(newsletterSubscriber).values({
        id: email,
        email,
        language: "en",
        consent: "News, please.",
        askedAt: testStart,
        confirmedAt: testStart,
      });
    }
    await send(fileOf(issue));
    const [row] = await stopped.ctx.db.orm.select().from(newsletterDelivery);
    const post = stopped.upstream.post;
    const delivered: string[] = [];
    const transport = {
      ...post.transport,
      deliver: async ({ id, to }: Envelope) => void delivered.push(`${id} ${to}`),
    };
    const work = jobWork(stopped.ctx, { ...post, transport });
    const job = { ref: row?.issueId ?? "", kind: "newsletter_issue", version: "anna@example.com" };
    for (let run = 0; run < 2; run += 1) await work.email(job);
    expect(delivered).toEqual([`newsletter:${job.ref}:anna@example.com anna@example.com`]);
    // The process died after the delivery and before it was written down.
    await stopped.ctx.db.query("update newsletter_delivery set ended_at = null");
    await work.email(job);
    expect(new Set(delivered).size).toBe(1);
    for (let run = 0; run < 2; run += 1) await work.email({ ...job, version: "boris@example.com" });
    expect(delivered.filter((line) => line.endsWith("boris@example.com"))).toHaveLength(1);
  });

  test("forgets after thirty days whom it went to, and is still not sent again", async () => {
    await subscribed("anna@example.com");
    await send(fileOf(issue));
    await service.runJobs();
    await service.pass(31 * day);
    await deleteOldDeliveries(service.ctx);
    expect(await service.ctx.db.orm.select().from(newsletterDelivery)).toEqual([]);
    expect(await send(fileOf(issue))).toMatchObject({ ok: false });
  });

  test("has its recipients exported with their consent", async () => {
    await subscribed("anna@example.com");
    const exported = await operator("newsletter export");
    expect(exported).toMatchObject({ ok: true });
    expect(String(exported.ok && exported.data)).toContain(
      `anna@example.com,en,"${texts.en.emails.newsletter.consent}",2026-11-21T12:00:00.000Z`,
    );
    expect(commands.map(({ name }) => name)).toContain("newsletter export");
  });
});
