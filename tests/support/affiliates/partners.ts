import { eq, sql } from "drizzle-orm";
import { termsVersion } from "../../../contract/order/terms.ts";
import { settleRewards } from "../../../upstream/affiliates/settle-rewards.ts";
import { referral } from "../../../upstream/db/schema/affiliates.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { completedOrder } from "../orders/reviews.ts";
import type { Exchange } from "../service/exchange.ts";
import { by, codeFor, type Member, password, signedIn, signedUp } from "../service/members.ts";

const daySeconds = 86_400;

export type Partner = { member: Member; code: string };

/** A member who has joined the programme. */
export async function joined(service: Exchange, email: string): Promise<Partner> {
  return join(service, await signedUp(service, email));
}

export async function join(service: Exchange, member: Member): Promise<Partner> {
  return { member, code: (await service.call("affiliateJoin", by(member.token))).reply().data.code };
}

/** A member who signed up through a link. */
export async function brought(service: Exchange, email: string, code: string, at?: string): Promise<Member> {
  const body = { email, partner: code, partner_at: at ?? null };
  const { challenge_id } = (await service.call("registerRequestCode", { body })).reply().data;
  const account = { challenge_id, email, code: await codeFor(service, email), password, terms_version: termsVersion };
  const { data } = (await service.call("registerVerifyAccount", { body: account })).reply();
  return { email, token: data.access_token, id: data.user.id };
}

/** A partner who has nearly everything that we earned on one order, some thirty dollars, ready to be paid out. */
export async function withRewards(service: Exchange, email: string, orderAmount = "5000"): Promise<Partner> {
  const partner = await joined(service, email);
  await agreed(service, email, "95");
  await completedOrder(service, `customer.of.${email}`, { partner: partner.code, amount: orderAmount });
  await service.pass(2 * daySeconds);
  await settleRewards(service.ctx);
  partner.member.token = await signedIn(service, email);
  return partner;
}

/** An operator agrees this percentage of our profit with a partner; `tier` for that of the tier. */
export async function agreed({ ctx }: Pick<Exchange, "ctx">, email: string, percent: string): Promise<void> {
  const args = { email, percent, reason: "as agreed", anyway: "yes" };
  const outcome = await runCommand(ctx, { command: "partners rate", args, operator: { name: "boris" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
}

/** What the partner's page says of the money. */
export async function summaryOf(service: Exchange, { member }: Partner) {
  const { data } = (await service.call("affiliateSummary", by(member.token))).reply();
  if (!data) throw new Error("The member has not joined");
  return data;
}

/** What the partner reads of their orders, newest first. */
export async function referralsOf(service: Exchange, { member }: Partner) {
  return (await service.call("affiliateReferrals", by(member.token))).reply().data;
}

const isLater = sql`${referral.reason} is not distinct from 'other_partner_first'`;

/** To whom an order came, the one it may count for first, and why it does not count. */
export async function attributionOf({ ctx }: Exchange, ref: string) {
  const rows = await ctx.db.orm.select().from(referral).where(eq(referral.orderRef, ref)).orderBy(isLater);
  return rows.map(({ code, way, reason }) => ({ code, way, reason }));
}
