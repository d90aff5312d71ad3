import { beforeEach, describe, expect, test } from "vitest";
import { newsletterDelivery, newsletterSubscriber } from "../../../upstream/db/schema/index.ts";
import type { Envelope } from "../../../upstream/mail/delivery/envelope.ts";
import { queueDeliveries } from "../../../upstream/mail/newsletter/issues.ts";
import { deleteOldDeliveries } from "../../../upstream/mail/newsletter/newsletter-retention.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { serviceTasks } from "../../../upstream/program/tasks.ts";
import { texts } from "../../../upstream/shared/texts/texts.ts";
import { fileOf, issue, keyIn, newsletter } from "../../support/newsletter/newsletter.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

const day = 86_400;
let service: Exchange;
let news: ReturnType<typeof newsletter>;

beforeEach(async () => {
  service = await exchange();
  news = newsletter(service);
});

describe("an issue", () => {
  test("goes once to every subscriber and member who wants news, in their language", async () => {
    await news.subscribed("anna@example.com");
    await news.subscribed("ivan@example.com", "ru");
    await news.ask("unconfirmed@example.com");
    const member = await signedUp(service, "member@example.com");
    const both = await signedUp(service, "ANNA@example.com");
    for (const { token } of [member, both]) {
      await service.call("memberSettingsProfile", { ...by(token), body: { notifications: { news: true } } });
    }
    expect(await news.operator("newsletter count")).toMatchObject({
      ok: true,
      data: { recipients: 3, unconfirmed: 1 },
    });
    expect((await news.send(fileOf(issue))).ok).toBe(true);
    await queueDeliveries(service.ctx);
    await service.runJobs();
    const mails = await news.sent("newsletter_issue");
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
    expect(await news.send(fileOf(issue))).toMatchObject({ ok: false });
  });

  test("is sent in the recipient's language, even if the previous version stored it", async () => {
    await news.subscribed("anna@example.com");
    await news.subscribed("ivan@example.com", "ru");
    await news.send(fileOf(issue));
    await service.ctx.db.query("delete from newsletter_text");
    await queueDeliveries(service.ctx);
    await service.runJobs();
    const mails = await news.sent("newsletter_issue");
    expect(
      mails.map(({ to, subject, text }) => [to, subject, text?.includes(issue.ru.text.split("\n")[0] ?? "")]).sort(),
    ).toEqual([
      ["anna@example.com", "New pairs", false],
      ["ivan@example.com", "Новые направления", true],
    ]);
  });

  test("is shown before it is sent, and refused without --anyway or as a wrong file", async () => {
    await news.subscribed("anna@example.com");
    const path = fileOf(issue);
    expect(await news.send(path, {})).toMatchObject({ ok: false });
    expect(await news.send(path, { dry_run: "yes" })).toMatchObject({ ok: true });
    for (const wrong of [
      "{",
      { en: issue.en },
      { ...issue, de: issue.en },
      { ...issue, ru: { subject: "", text: "x" } },
    ]) {
      expect(await news.send(fileOf(wrong))).toMatchObject({ ok: false });
    }
    expect(await news.send("issue.json")).toMatchObject({ ok: false });
    await service.runJobs();
    expect(await news.sent("newsletter_issue")).toEqual([]);
  });

  test("is sent sixty emails a minute, to nobody who has unsubscribed meanwhile, and continues by itself", async () => {
    const slow = await exchange({ jobs: "by hand" });
    news = newsletter(slow);
    await slow.ctx.db.query(`insert into newsletter_subscriber (id, email, language, consent, asked_at, confirmed_at)
      select 'ns_' || n, 'reader' || n || '@example.com', 'en', 'News, please.', now(), now() from generate_series(1, 61) n`);
    await news.send(fileOf(issue));
    await slow.ctx.db.query("delete from newsletter_subscriber where id = 'ns_1'");
    await slow.runJobs();
    expect(await news.sent("newsletter_issue")).toHaveLength(59);
    const task = serviceTasks(slow.ctx).find(({ name }) => name === "newsletter");
    expect(task?.everySeconds).toBe(60);
    await Promise.all([task?.run(), task?.run()]);
    await slow.runJobs();
    expect(await news.sent("newsletter_issue")).toHaveLength(60);
    const { rows: left } = await slow.ctx.db.query("select * from newsletter_delivery where ended_at is null");
    expect(left).toEqual([]);
  });

  test("is sent again after a crash only to whom it had not reached, with the same message id", async () => {
    const stopped = await exchange({ jobs: "by hand" });
    news = newsletter(stopped);
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
    await news.send(fileOf(issue));
    const [row] = await stopped.ctx.db.orm.select().from(newsletterDelivery);
    const mailer = stopped.upstream.mailer;
    const delivered: string[] = [];
    const transport = {
      ...mailer.transport,
      deliver: async ({ id, to }: Envelope) => void delivered.push(`${id} ${to}`),
    };
    const work = jobWork(stopped.ctx, { ...mailer, transport });
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
    await news.subscribed("anna@example.com");
    await news.send(fileOf(issue));
    await service.runJobs();
    await service.pass(31 * day);
    await deleteOldDeliveries(service.ctx);
    expect(await service.ctx.db.orm.select().from(newsletterDelivery)).toEqual([]);
    expect(await news.send(fileOf(issue))).toMatchObject({ ok: false });
  });

  test("has its recipients exported with their consent", async () => {
    await news.subscribed("anna@example.com");
    const exported = await news.operator("newsletter export");
    expect(exported).toMatchObject({ ok: true });
    expect(String(exported.ok && exported.data)).toContain(
      `anna@example.com,en,"${texts.en.emails.newsletter.consent}",2026-11-21T12:00:00.000Z`,
    );
    expect(commands.map(({ name }) => name)).toContain("newsletter export");
  });
});
