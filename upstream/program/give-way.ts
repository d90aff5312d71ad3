import { getPriority, setPriority } from "node:os";
import type { UpstreamEnv } from "../settings/env.ts";

/** As `nice -n 10`. */
const behindTheSite = 10;

/**
 * Lowers the priority of this process beside a site on its machine, unless its operator has set one. Under a flood of
 * visitors the site then still refuses what is too much and answers health checks in time; what it has accepted loses
 * nothing, since the site waits for the service. Linux counts priorities by thread: call this before others are made.
 */
export function giveWay(
  env: Pick<UpstreamEnv, "HOST" | "API_CLIENT_SECRET">,
  get: () => number = getPriority,
  set: (priority: number) => void = setPriority,
): void {
  if (isBesideSite(env) && get() === 0) set(behindTheSite);
}

/**
 * A site shares its secret with its service, and one that reaches it at a loopback address is on the same machine. Everywhere
 * else the service would give way to programs that have nothing to do with it, and answer slowly for nothing.
 */
function isBesideSite({ HOST, API_CLIENT_SECRET }: Pick<UpstreamEnv, "HOST" | "API_CLIENT_SECRET">): boolean {
  return API_CLIENT_SECRET !== undefined && /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/.test(HOST);
}
