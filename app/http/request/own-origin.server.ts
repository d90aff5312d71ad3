import { isLoopbackName } from "../../settings/env-schema.server.ts";

type Sender = {
  /** Headers set by the browser about the form's origin; a page cannot set them. */
  origin: string | undefined;
  secFetchSite: string | undefined;
  host: string | undefined;
};

const safeMethods = ["GET", "HEAD", "OPTIONS"];

export function changesSomething(method: string | undefined): boolean {
  return !safeMethods.includes(method ?? "");
}

/**
 * Whether a state-changing request comes from our own page. Every browser sends the origin of a POST; without one it
 * must at least be same-origin. See docs/decisions/011.
 */
export function isFromOwnPage(sender: Sender, publicOrigin: string | undefined): boolean {
  if (sender.secFetchSite !== undefined && sender.secFetchSite !== "same-origin") return false;
  if (sender.origin === undefined) return sender.secFetchSite === "same-origin";
  if (publicOrigin !== undefined) return sender.origin === publicOrigin || isHiddenOwnOrigin(sender);
  // Without a configured origin only this machine is served, over plain HTTP. The host must be a loopback name: a
  // foreign name that resolves to 127.0.0.1 would match its own Host header (DNS rebinding).
  if (sender.origin !== `http://${sender.host}` || !URL.canParse(sender.origin)) return false;
  return isLoopbackName(new URL(sender.origin).hostname);
}

/** A browser that hides origins (a strict referrer policy, some extensions) still says by itself that the page is ours. */
function isHiddenOwnOrigin({ origin, secFetchSite }: Sender): boolean {
  return origin === "null" && secFetchSite === "same-origin";
}
