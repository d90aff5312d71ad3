import { membershipOf } from "../../auth/member.server.ts";
import { endSession, renewedSession } from "../../cookies/session-cookie.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { env } from "../../settings/env.server.ts";
import type { ShownMember } from "./member.ts";

/** The visitor as every page shows it, and session cookies: an expired session is deleted, an active one renewed. */
export async function visitorOf(args: RouteArgs): Promise<{ member: ShownMember | null; headers: HeadersInit }> {
  const membership = await membershipOf(args);
  if (membership.status === "ended") return { member: null, headers: { "Set-Cookie": endSession() } };
  if (membership.status !== "member") return { member: null, headers: {} };
  const { name, email, avatar_url: picture, timezone, open_orders: open } = membership.profile;
  const cookie = await renewedSession(args);
  const offered = { hasWallets: env.WALLETS === "on", hasAffiliates: env.AFFILIATES === "on" };
  const member = { name, email, picture, timezone, open, ...offered };
  return { member, headers: cookie ? { "Set-Cookie": cookie } : {} };
}
