import type { RouteArgs } from "../../http/request/request-facts.ts";
import { rulesOf } from "../rules/rules.server.ts";

/** For how many days a member freezes the account, by the service's policy; null while that is not known. */
export async function freezeDays(args: RouteArgs): Promise<number | null> {
  const seconds = (await rulesOf(args))?.wallets?.reported_freeze_seconds;
  return seconds === undefined ? null : Math.round(seconds / 86_400);
}
