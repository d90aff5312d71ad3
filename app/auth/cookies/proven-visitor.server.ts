import { parseRef } from "../../../contract/order/order-number.ts";
import { hasSessionIn } from "../../cookies/session-cookie.server.ts";
import { knownOrdersIn } from "./orders-cookie.server.ts";

/** What the cookies of a browser open, as far as they are sealed by us. */
type Opened = { isMember: boolean; orders: ReadonlySet<string>; atMs: number };

/** A browser sends the same cookies with every request; opening them costs a fifth of a millisecond. */
const remembered = new Map<string, Opened>();
const mostRemembered = 2000;
const rememberedMs = 30_000;

const mayProve = /(?:^|;\s*)(?:__Host-)?(?:session|orders)=/;

/**
 * Whether the visitor has shown to be somebody: a member's session, or the order that the address names, in a cookie that
 * we have sealed. The session may have been ended meanwhile; it was a member's.
 */
export function isProvenVisitor(cookies: string | null, path: string, now: Date): boolean | Promise<boolean> {
  if (cookies === null || !mayProve.test(cookies)) return false;
  const before = remembered.get(cookies);
  if (before && now.getTime() - before.atMs < rememberedMs) return proves(before, path);
  return openedBy(cookies, now).then((opened) => proves(opened, path));
}

function proves({ isMember, orders }: Opened, path: string): boolean {
  if (isMember) return true;
  const [, typed = ""] = /^\/order\/([^/.]+)/.exec(path) ?? [];
  return orders.has(parseRef(typed) ?? typed);
}

async function openedBy(cookies: string, now: Date): Promise<Opened> {
  const [isMember, orders] = await Promise.all([hasSessionIn(cookies, now), knownOrdersIn(cookies, now)]);
  const opened = { isMember, orders: new Set(orders.map(({ ref }) => ref)), atMs: now.getTime() };
  if (remembered.size >= mostRemembered) remembered.clear();
  // What opens nothing was invented, and is different each time.
  if (isMember || opened.orders.size > 0) remembered.set(cookies, opened);
  return opened;
}
