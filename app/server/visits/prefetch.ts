import { headerOf, type Visit } from "../visit.ts";

/** The browser loads the page in advance, and the visitor may never open it. */
export function isPrefetch(visit: Visit): boolean {
  return /prefetch|prerender/.test(headerOf(visit, "sec-purpose") ?? headerOf(visit, "purpose") ?? "");
}
