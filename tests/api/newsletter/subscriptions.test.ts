import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { member } from "../../../upstream/db/schema/index.ts";
import { deleteUnconfirmedSubscriptions } from "../../../upstream/mail/newsletter/newsletter-retention.ts";
import { texts } from "../../../upstream/shared/texts/texts.ts";
import { fileOf, issue, keyIn, newsletter } from "../../support/newsletter/newsletter.ts";
import { refused } from "../../support/service/api-client.ts";
import { solvedToken } from "../../support/service/bot-checks.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password, signedUp } from "../../support/service/members.ts";

const day = 86_400;
let service: Exchange;
let news: ReturnType<typeof newsletter>;

beforeEach(async () => {
  service = await exchange();
  news = newsletter(service);
});

describe("a subscription", () => {
  test("begins when its owner presses the link, with time, language and words", async () => {
    await news.ask("anna@example.com", "ru");
    const [mail, ...others] = await news.sent("newsletter_confirm");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "anna@example.com", language: "ru" });
    expect((await news.rows())[0]?.confirmedAt).toBeNull();
    await service.pass(60);
    const token = keyIn(mail?.text, "confirm");
    for (let press = 0; press < 2; press += 1) {
      expect((await service.call("subscribeConfirm", { body: { token } })).reply()).toEqual({
        data: { subscribed: true },
      });
      await service.pass(60);
    }
    expect(await news.rows()).toMatchObject([
      {
        language: "ru",
        consent: texts.ru.emails.newsletter.consent,
        confirmedAt: new Date("2026-11-21T12:01:00.000Z"),
      },
    ]);
  });

  test("records the consent text that was confirmed, after a later request in another language", async () => {
    await news.ask("anna@example.com", "ru");
    const token = keyIn((await news.sent("newsletter_confirm"))[0]?.text, "confirm");
    await news.ask("anna@example.com", "en");
    for (const locale of ["ru", "en"] as const) await service.call("subscribeConfirm", { body: { token, locale } });
    expect(await news.rows()).toMatchObject([{ language: "ru", consent: texts.ru.emails.newsletter.consent }]);
  });

  test("asked for again gets the same answer and the same work, known or not, and no second email at once", async () => {
    await news.subscribed("anna@example.com");
    const before = await news.rows();
    await service.pass(3600);
    const answers = [
      await news.ask("Anna@example.com", "ru"),
      await news.ask("new@example.com"),
      await news.ask("new@example.com"),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await news.sent("newsletter_confirm", "anna@example.com")).toHaveLength(1);
    expect(await news.sent("newsletter_confirm", "new@example.com")).toHaveLength(1);
    const rows = [...(await news.rows())].sort((row, other) => row.email.localeCompare(other.email));
    expect(rows).toMatchObject([before[0] ?? {}, { email: "new@example.com" }]);
  });

  test("by concurrent calls is one, and an address gets five links at most", async () => {
    await Promise.all([news.ask("anna@example.com"), news.ask("ANNA@example.com"), news.ask("anna@example.com")]);
    expect(await news.rows()).toHaveLength(1);
    for (let count = 0; count < 8; count += 1) {
      await service.pass(601);
      await news.ask("anna@example.com");
    }
    expect(await news.sent("newsletter_confirm")).toHaveLength(5);
  });

  test.each([
    ["", "required"],
    ["anna", "email_format"],
    [`${"a".repeat(400)}@example.com`, "email_format"],
  ])("of %j is refused with a field error", async (email, code) => {
    expect(refused(await news.ask(email))).toEqual({
      status: 422,
      code: "validation_failed",
      errors: [{ pointer: "/email", code }],
    });
  });

  test("is deleted by one press in any email, and needs the key of that address", async () => {
    await news.subscribed("anna@example.com");
    await news.subscribed("boris@example.com");
    await news.send(fileOf(issue));
    await service.runJobs();
    const mail = (await news.sent("newsletter_issue", "anna@example.com"))[0];
    const key = keyIn(mail?.text, "stop");
    expect(mail?.unsubscribe).toContain("/En/newsletter/stop?t=");
    const confirmKey = keyIn((await news.sent("newsletter_confirm", "boris@example.com"))[0]?.text, "confirm");
    for (const wrong of ["", "x", `${key}x`, confirmKey]) {
      expect((await service.call("unsubscribe", { body: { key: wrong } })).status).toBe(202);
    }
    expect(await news.rows()).toHaveLength(2);
    for (let press = 0; press < 2; press += 1) await service.call("unsubscribe", { body: { key } });
    expect((await news.rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
    expect(refused(await service.call("subscribeConfirm", { body: { token: key } }))).toMatchObject({
      code: "not_found",
    });
  });

  test("that nobody confirms is deleted after the days that the privacy policy names", async () => {
    await news.ask("anna@example.com");
    await news.subscribed("boris@example.com");
    await service.pass(15 * day);
    await deleteUnconfirmedSubscriptions(service.ctx);
    expect((await news.rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
  });
});

describe("the words of the consent", () => {
  test.each(["en", "ru"] as const)("in %s are the same in form, email and record", async (lang) => {
    const page = z
      .object({ consent: z.string() })
      .parse(JSON.parse(readFileSync(`locales/${lang}/newsletter.json`, "utf8")));
    expect(page.consent).toBe(texts[lang].emails.newsletter.consent);
    await news.ask("anna@example.com", lang);
    expect((await news.sent("newsletter_confirm"))[0]?.text).toContain(page.consent);
    expect((await news.rows())[0]?.consent).toBe(page.consent);
  });
});

describe("a member", () => {
  test("finds the subscription in the copy of their data, and closing the account deletes it", async () => {
    await news.subscribed("anna@example.com");
    await news.subscribed("boris@example.com");
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
    expect((await news.rows()).map(({ email }) => email)).toEqual(["boris@example.com"]);
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
    news = newsletter(service);
  });

  test("is a solved check, or else the link itself, for few addresses of a network", async () => {
    for (let count = 1; count <= 5; count += 1) expect((await news.ask(`reader${count}@example.com`)).status).toBe(202);
    expect(refused(await news.ask("reader6@example.com")).code).toBe("too_many_requests");
    const captcha_token = await solvedToken(service, "subscribe");
    const solved = () =>
      service.call("subscribe", { body: { email: "reader6@example.com", locale: "en", captcha_token } });
    expect((await solved()).status).toBe(202);
    expect(refused(await solved()).code).toBe("captcha_failed");
  });
});
