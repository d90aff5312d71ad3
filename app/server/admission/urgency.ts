import { isPrivatePath } from "../../http/paths/page-rules.ts";
import { splitPath } from "../../i18n/languages.ts";
import type { FrontRequest } from "../front-request.ts";
import { isApiPath } from "../steps/origin.ts";
import type { Urgency } from "./waiting-line.ts";

/** Calls about an order that exists, and what rails report: money may be on its way. */
const orderCalls =
  /^\/api\/v1\/(exchange\/(step-two|step-three|execute|process|cancel|expire|track)|orders|receipts|gateways|sandbox\/events)(\/|$)/;
const orderPages = /^\/order(\/|$)/;

/**
 * By the address, and only for those who have shown that it is theirs (`isProven`): an address alone anybody can invent.
 * Whatever else changes something comes before browsing.
 */
export function urgencyOf({ path, method }: Pick<FrontRequest, "path" | "method">, isProven: boolean): Urgency {
  if (isProven && isAboutOrder(path)) return "order";
  if (method !== "GET" && method !== "HEAD") return "change";
  return isProven && !isApiPath(path) && isPrivatePath(splitPath(path).path) ? "change" : "browse";
}

function isAboutOrder(path: string): boolean {
  return isApiPath(path) ? orderCalls.test(path) : orderPages.test(splitPath(path).path);
}
