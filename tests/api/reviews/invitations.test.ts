import { beforeEach, describe, expect, test } from "vitest";
import { reviewInviteKind } from "../../../upstream/orders/reviews/email-kinds.ts";
import { inviteReviews } from "../../../upstream/orders/reviews/invite-reviews.ts";
import { serviceTasks } from "../../../upstream/program/tasks.ts";
import { emailedToken, openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { completedOrder, write } from "../../support/orders/reviews.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

const day = 86_400;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

async function invite(): Promise<void> {
  await inviteReviews(service.ctx);
  await service.runJobs();
}
const invited = async (email?: string) => (await service.emails(email)).filter(({ kind }) => kind === reviewInviteKind);

describe("the invitation to review", () => {
  test("is sent once, a day after the order ended, with a link to the form and one to decline", async () => {
    const { ref } = await completedOrder(service);
    await service.pass(day - 60);
    await invite();
    expect(await invited()).toEqual([]);
    await service.pass(60);
    await Promise.all([inviteReviews(service.ctx), inviteReviews(service.ctx)]);
    await invite();
    const [message, ...others] = await invited();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ to: customerEmail, language: "en", subject: "How was your exchange?" });
    expect(message?.text).toContain(`/En/order/${ref}/review?t=${await emailedToken(service, ref)}`);
    expect(message?.unsubscribe).toMatch(/\/En\/reviews\/decline\?t=\S+$/);
    expect(message?.text).toContain(message?.unsubscribe);
  });

  test("is a scheduled task", () => {
    expect(serviceTasks(service.ctx).map(({ name }) => name)).toContain("review invitations");
  });

  test("declined by one press is never sent again to that mailbox, however it is written", async () => {
    await completedOrder(service, "anna@example.com");
    await service.pass(day);
    await invite();
    const key = decodeURIComponent(/decline\?t=(\S+)/.exec((await invited())[0]?.text ?? "")?.[1] ?? "");
    for (const wrong of ["", "x", `${key}x`]) {
      expect((await service.call("reviewsDecline", { body: { key: wrong } })).status).toBe(202);
    }
    expect(await service.ctx.db.query("select * from review_refusal")).toMatchObject({ rows: [] });
    for (let press = 0; press < 2; press += 1) await service.call("reviewsDecline", { body: { key } });
    const { rows } = await service.ctx.db.query("select * from review_refusal");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("anna");

    await service.pass(200 * day);
    await completedOrder(service, "Anna+coins@example.com");
    await completedOrder(service, "boris@example.com");
    await service.pass(day);
    await invite();
    expect((await invited()).map(({ to }) => to)).toEqual(["boris@example.com", "anna@example.com"]);
  });

  test("declined between the decision and the email is not sent", async () => {
    const slow = await exchange({ jobs: "by hand" });
    service = slow;
    const { ref } = await completedOrder(slow);
    await slow.pass(day);
    await inviteReviews(slow.ctx);
    const key = slow.upstream.mailer.signedKey("review-invitation", ref);
    await slow.call("reviewsDecline", { body: { key } });
    await slow.runJobs();
    expect(await invited()).toEqual([]);
  });

  test("is not sent for a running, reviewed, disputed or long ended order", async () => {
    await executedOrder(service);
    await write(service, await completedOrder(service, "reviewed@example.com"));
    const paypal = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
    const disputed = await completedOrder(service, "disputed@example.com", paypal);
    const { ref, token } = disputed;
    await service.call("sandboxEvents", { token, body: { ref, event: "dispute_opened" } });
    await service.call("sandboxEvents", { token, body: { ref, event: "dispute_lost" } });
    await completedOrder(service, "late@example.com");
    await service.pass(15 * day);
    await invite();
    expect(await invited()).toEqual([]);
  });

  test("comes once a month to one mailbox, and not to a member without emails about orders", async () => {
    await completedOrder(service, "anna@example.com");
    await completedOrder(service, "ANNA+coins@example.com");
    const { ref } = await completedOrder(service, "member@example.com");
    await openEmailedLink(service, ref, "member@example.com");
    const member = await signedUp(service, "member@example.com");
    await service.call("memberSettingsProfile", {
      ...by(member.token),
      body: { notifications: { order_email: false } },
    });
    await service.pass(day);
    await invite();
    expect(await invited()).toHaveLength(1);
    await service.pass(31 * day);
    await completedOrder(service, "anna@example.com");
    await service.pass(day);
    await invite();
    expect(await invited()).toHaveLength(2);
  });
});
