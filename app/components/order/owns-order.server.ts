import { api } from "../../api/client.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/** Whether the order belongs to the signed-in member: many browsers open one by its link, and only its owner has a wallet for it. */
export async function ownsOrder(args: RouteArgs, ref: string): Promise<boolean> {
  if ((await membershipOf(args)).status !== "member") return false;
  // Without the order's token, so that the session alone opens it.
  return (await api(args, "exchangeTrack", { query: { ref } })).ok;
}
