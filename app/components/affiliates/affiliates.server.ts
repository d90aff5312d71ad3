import { requireMember } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { env } from "../../settings/env.server.ts";

/** The member of a page about earning; 404 where there is no programme. */
export async function requireAffiliates(args: RouteArgs) {
  const profile = await requireMember(args);
  if (env.AFFILIATES === "off") throw notFound(args.request);
  return profile;
}
