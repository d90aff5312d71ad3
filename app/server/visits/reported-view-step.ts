import { fallback, splitPath } from "../../i18n/languages.ts";
import { type FrontResponse, headerOf, type Step } from "../front-request.ts";
import type { AddressLimit } from "../pages/address-limit.ts";
import { isBot } from "./bots.ts";
import { publicPage } from "./page-pattern.ts";
import type { VisitCounts } from "./visit-counts.ts";

const counted: FrontResponse = { status: 204, headers: { "cache-control": "no-store" }, body: null, kind: "file" };

/** Pages that the browser had prefetched and then opened without asking for them here. Only public ones are. */
export function reportedViewStep(visits: Pick<VisitCounts, "add">, limit: AddressLimit): Step {
  return (request) => {
    if (request.method !== "POST" || request.path !== "/visits") return undefined;
    const form = new URLSearchParams(new TextDecoder().decode(request.body ?? new Uint8Array()));
    const address = form.get("path") ?? "";
    const page = publicPage(address);
    if (page !== undefined && limit.take(request.facts.clientAddress, performance.now()) === null) {
      const language = splitPath(address).lang ?? fallback;
      visits.add({ page, language, referrer: "", isBot: isBot(headerOf(request, "user-agent")) });
    }
    return counted;
  };
}
