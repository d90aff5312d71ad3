import { isLoopbackName } from "../../env-schema.server.ts";

type Sender = {
  /** What the browser says about where the form was: headers that a page cannot set. */
  origin: string | undefined;
  secFetchSite: string | undefined;
  host: string | undefined;
};

const safeMethods = ["GET", "HEAD", "OPTIONS"];

export function changesSomething(method: string | undefined): boolean {
  return !safeMethods.includes(method ?? "");
}

/**
 * Whether a request that changes something comes from a page of ours. Every browser names the origin of a post; one
 * that names none must at least call it same-origin. See docs/decisions/011.
 */
export function isFromOwnPage(sender: Sender, publicOrigin: string | undefined): boolean {
  if (sender.secFetchSite !== undefined && sender.secFetchSite !== "same-origin") return false;
  if (sender.origin === undefined) return sender.secFetchSite === "same-origin";
  if (publicOrigin !== undefined) return sender.origin === publicOrigin;
  // Without a configured origin only this machine is served. The name must be a loopback one: a foreign name that
  // was made to resolve to 127.0.0.1 would match its own Host just as well.
  if (!URL.canParse(sender.origin)) return false;
  const { host, hostname } = new URL(sender.origin);
  return host === sender.host && isLoopbackName(hostname);
}
