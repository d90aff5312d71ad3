import { createHmac } from "node:crypto";
import { sessionSecrets } from "../../cookies/session-secrets.server.ts";
import { withOrderToken } from "../../http/paths/request-url.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { splitPath } from "../../i18n/languages.ts";

/** The email's link that opened a page. */
export type OpenedLink = {
  /** Null when the page was opened without one. */
  key: string | null;
  /** The link has acted already: the page says so again, in another language or theme. */
  isDone: boolean;
};

export function openedLink({ request, context }: RouteArgs): OpenedLink {
  const { pathname, searchParams } = new URL(request.url);
  const { orderToken: key } = context;
  const seal = searchParams.get("done");
  return { key, isDone: key !== null && sessionSecrets.some((secret) => doneSeal(secret, pathname, key) === seal) };
}

/** The address at which the page says that the link has acted. Sealed, or a stranger's link could say it too. */
export function doneAddress({ request }: RouteArgs, key: string): string {
  const { pathname } = new URL(request.url);
  const [secret = ""] = sessionSecrets;
  return withOrderToken(`${pathname}?done=${doneSeal(secret, pathname, key)}`, key);
}

/** The same in every language. */
function doneSeal(secret: string, pathname: string, key: string): string {
  return createHmac("sha256", secret)
    .update(`done\n${splitPath(pathname).path}\n${key}`)
    .digest("base64url");
}
