import { type FrontRequest, headerOf } from "../front-request.ts";

/** The browser loads the page in advance, and the visitor may never open it. */
export function isPrefetch(request: FrontRequest): boolean {
  return /prefetch|prerender/.test(headerOf(request, "sec-purpose") ?? headerOf(request, "purpose") ?? "");
}
