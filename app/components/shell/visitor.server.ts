import { endSession, renewedSession } from "../../auth/cookies/session-cookie.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import type { ShownMember } from "./member.ts";

/** Who looks at the page, as every page shows it; and the cookies that go with it: a session over is removed, one in use goes on. */
export async function visitorOf(args: RouteArgs): Promise<{ member: ShownMember | null; headers: HeadersInit }> {
  const membership = await membershipOf(args);
  if (membership.status === "ended") return { member: null, headers: { "Set-Cookie": endSession() } };
  if (membership.status !== "member") return { member: null, headers: {} };
  const { name, email, avatar_url: picture, timezone } = membership.profile;
  const cookie = await renewedSession(args);
  return { member: { name, email, picture, timezone }, headers: cookie ? { "Set-Cookie": cookie } : {} };
}
