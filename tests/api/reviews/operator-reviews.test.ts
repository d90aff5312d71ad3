import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { completedOrder, published, write } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, password, signedUp } from "../../support/service/members.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const operator = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "mira" } });
const publicReviews = async () => (await service.call("reviewsList")).reply().data;
const audited = async () => {
  const rows = await service.ctx.db.orm.select().from(audit).where(eq(audit.actor, "mira")).orderBy(audit.action);
  return rows.map(({ action }) => action);
};

describe("the operator", () => {
  test("answers a published review in public, and replaces the answer", async () => {
    const id = await published(service, { rating: 1 });
    expect((await operator("reviews answer", { id, text: "Sorry." })).ok).toBe(true);
    expect((await operator("reviews answer", { id, text: "We returned our fee." })).ok).toBe(true);
    const { summary, reviews } = await publicReviews();
    expect(reviews[0]?.answer?.text).toBe("We returned our fee.");
    expect(summary).toMatchObject({ answered: 1, negative: 1 });
    expect(await audited()).toEqual(["review_answered", "review_answered"]);
  });

  test("cannot answer one that is not published", async () => {
    const order = await completedOrder(service);
    await write(service, order);
    const { rows } = await service.ctx.db.query("select id from review");
    expect(await operator("reviews answer", { id: String(rows[0]?.id), text: "Sorry." })).toMatchObject({ ok: false });
  });

  test("blacks out words by a published rule; stars and counts stay, and the words can be restored", async () => {
    const id = await published(service, { rating: 1, text: "Three hours, you IDIOTS! idiots." });
    const cut = { id, rule: "insult", words: "idiots" };
    expect(await operator("reviews remove", { ...cut, words: "idiots, fools" })).toMatchObject({ ok: false });
    expect(await operator("reviews remove", { ...cut, rule: "negative" })).toMatchObject({ ok: false });
    const dry = await operator("reviews remove", { ...cut, dry_run: "yes" });
    expect(dry.ok).toBe(true);
    expect((await publicReviews()).summary.cut).toBe(0);

    await operator("reviews remove", cut);
    const { summary, reviews } = await publicReviews();
    expect(reviews[0]).toMatchObject({ text: "Three hours, you █████! █████.", rating: 1, is_cut: true, name: "Anna" });
    expect(summary).toMatchObject({ total: 1, negative: 1, cut: 1 });
    const lines = await service.ctx.db.orm.select().from(audit);
    expect(JSON.stringify(lines)).not.toContain("IDIOTS");

    await operator("reviews restore", { id });
    expect((await publicReviews()).reviews[0]).toMatchObject({
      text: "Three hours, you IDIOTS! idiots.",
      is_cut: false,
    });
    expect(await audited()).toEqual(["review_cut", "review_restored"]);
  });

  test("is asked before the whole text goes, and with it the name", async () => {
    const id = await published(service);
    const whole = { id, rule: "author" };
    expect(await operator("reviews remove", whole)).toMatchObject({ ok: false });
    expect((await publicReviews()).reviews[0]?.is_cut).toBe(false);
    await operator("reviews remove", { ...whole, anyway: "yes" });
    expect((await publicReviews()).reviews[0]).toMatchObject({ text: "█████", name: null, rating: 5 });
    expect((await service.call("reviewsHighlights")).reply().data.reviews).toEqual([]);
  });
});

describe("a member's reviews", () => {
  test("are in their data, and lose the name when the account is closed", async () => {
    const member = await signedUp(service, "anna@example.com");
    const order = await completedOrder(service, "anna@example.com");
    await write(service, order);
    const waiting = await completedOrder(service, "anna@example.com");
    for (const { ref } of [order, waiting]) await openEmailedLink(service, ref, "anna@example.com");
    await published(service);
    await service.ctx.db.query("update review set published_at = written_at where order_ref = $1", [order.ref]);
    await write(service, waiting);
    const file = (await service.call("memberExport", by(member.token))).text;
    expect(JSON.parse(file).data.reviews).toHaveLength(2);

    await service.call("memberClose", { ...by(member.token), body: { password } });
    const { rows } = await service.ctx.db.query("select name, text from review order by name nulls first");
    expect(rows).toMatchObject([{ name: null, text: "Quick and clear." }, { name: "Anna" }]);
  });
});
