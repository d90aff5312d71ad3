import { beforeEach, describe, expect, test } from "vitest";
import type { Lang } from "../../../contract/values/languages.ts";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { emailMessage, review } from "../../../upstream/db/schema/index.ts";
import { deliverEmail, queuedEmail } from "../../../upstream/mail/delivery/deliver-email.ts";
import { type AnyEmailKind, emailKinds } from "../../../upstream/mail/email-kinds.ts";
import { recordEmail } from "../../../upstream/mail/outbox/queue-email.ts";
import { type EmailCause, emailCauseNames, emailCauses } from "../../../upstream/mail/rules/email-cause.ts";
import { reviewEmailId } from "../../../upstream/orders/reviews/email-kinds.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { type CollectingPost, collectingPost } from "../../support/service/post.ts";

const to = "anna@example.com";
const phrase = "blue heron at dawn";
let ctx: TestContext;
let mailer: CollectingPost;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  mailer = collectingPost();
  const now = ctx.clock.now();
  await ctx.db.orm.insert(member).values({ id: "us_1", email: to, locale: "en", phrase, createdAt: now });
});

async function deliver(kind: AnyEmailKind, cause: EmailCause) {
  const id = `${kind}:${cause}`;
  await recordEmail(ctx.db.orm, { id, kind, cause, to: "Anna@example.com", language: "en", now: ctx.clock.now() });
  const row = await queuedEmail(ctx, id);
  if (!row) throw new Error("It was not recorded");
  await deliverEmail(ctx, mailer, row, { subject: "s", text: "t", html: '<div class="card">' }, {});
}

test.each(emailKinds)("%s has the phrase only where the member, the mailbox or we caused it", async (kind) => {
  for (const cause of emailCauseNames) await deliver(kind, cause);
  const withPhrase = mailer.emails.filter(({ text, html }) => `${text}${html}`.includes(phrase)).map(({ id }) => id);
  expect(withPhrase).toEqual(["member", "mailbox", "house", "operator"].map((cause) => `${kind}:${cause}`));
  expect(mailer.emails).toHaveLength(emailCauseNames.length);
});

test("only what a stranger caused counts, and nothing without proof is quoted", () => {
  const without = (rule: "quotes" | "phrase") => emailCauseNames.filter((cause) => !emailCauses[cause][rule]);
  expect(emailCauseNames.filter((cause) => emailCauses[cause].counted)).toEqual(["stranger"]);
  expect(without("quotes")).toEqual(["unproven", "stranger"]);
  expect(without("phrase")).toEqual(["unproven", "stranger", "desk"]);
});

describe.each(["en", "ru"] as const)("the email about a review in %s", (language: Lang) => {
  test.each([
    ["stranger", false],
    ["mailbox", true],
    ["member", true],
  ] as const)("quotes what a %s wrote: %s", async (cause, isQuoted) => {
    const { ref } = await executedRow(ctx, { language });
    const written = { id: "rv1", orderRef: ref, rating: 5, text: "Pay to evil.test", name: "evil.test support" };
    const now = ctx.clock.now();
    await ctx.db.orm.insert(review).values({ ...written, language, revision: 1, writtenAt: now });
    const id = reviewEmailId({ id: "rv1", revision: 1 });
    await recordEmail(ctx.db.orm, { id, kind: "review_confirm", cause, to, language, now, orderRef: ref });
    await jobWork(ctx, mailer).email({ ref: id, kind: "review_confirm", version: "1" });
    const email = mailer.emails.find((candidate) => candidate.id === id);
    expect(email?.text.includes("evil.test")).toBe(isQuoted);
    expect(email?.text).toContain("/reviews/confirm?t=");
    expect(email?.text.includes(`/order/${ref}/review?t=`)).toBe(!isQuoted);
  });
});

test("an email without a cause, and a stranger's without its mailbox, are refused by the database", async () => {
  const row = { id: "x", kind: "created", language: "en", to, status: "queued", createdAt: ctx.clock.now() } as const;
  const withoutCause: Partial<typeof emailMessage.$inferInsert> = row;
  const insert = (values: typeof withoutCause) =>
    ctx.db.orm.insert(emailMessage).values(values as typeof emailMessage.$inferInsert);
  await expect(insert(withoutCause)).rejects.toThrow();
  await expect(insert({ ...row, cause: "stranger" })).rejects.toThrow();
});
