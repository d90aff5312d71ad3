import { eq } from "drizzle-orm";
import { termsVersion } from "../../../contract/order/terms.ts";
import { referral } from "../../../upstream/db/schema/affiliates.ts";
import type { Exchange } from "../service/exchange.ts";
import { by, codeFor, type Member, password, signedUp } from "../service/members.ts";

export type Partner = { member: Member; code: string };

/** A member who has joined the programme. */
export async function joined(service: Exchange, email: string): Promise<Partner> {
  return join(service, await signedUp(service, email));
}

export async function join(service: Exchange, member: Member): Promise<Partner> {
  return { member, code: (await service.call("affiliateJoin", by(member.token))).reply().data.code };
}

/** A member who signed up through a link. */
export async function brought(service: Exchange, email: string, partner: string, at?: string): Promise<Member> {
  const body = { email, partner, partner_at: at ?? null };
  const { challenge_id } = (await service.call("registerRequestCode", { body })).reply().data;
  const account = { challenge_id, email, code: await codeFor(service, email), password, terms_version: termsVersion };
  const { data } = (await service.call("registerVerifyAccount", { body: account })).reply();
  return { email, token: data.access_token, id: data.user.id };
}

/** What the partner reads of their orders, newest first. */
export async function referralsOf(service: Exchange, { member }: Partner) {
  return (await service.call("affiliateReferrals", by(member.token))).reply().data;
}

/** To whom an order came, and why it does not count. */
export async function attributionOf({ ctx }: Exchange, ref: string) {
  const rows = await ctx.db.orm.select().from(referral).where(eq(referral.orderRef, ref)).orderBy(referral.id);
  return rows.map(({ code, way, reason }) => ({ code, way, reason }));
}
