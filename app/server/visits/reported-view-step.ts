import { fallback, splitPath } from "../../i18n/languages.ts";
import type { AddressLimit } from "../pages/address-limit.ts";
import { type FrontResponse, headerOf, type Step } from "../visit.ts";
import { isBot } from "./bots.ts";
import { publicPage } from "./page-pattern.ts";
import type { VisitCounts } from "./visit-counts.ts";

const counted: FrontResponse = { status: 204, headers: { "cache-control": "no-store" }, body: null, kind: "file" };

/** Pages that the browser had prefetched and then opened without asking for them here. Only public ones are. */
export function reportedViewStep(visits: Pick<VisitCounts, "add">, limit: AddressLimit): Step {
  return (visit) => {
    if (visit.method !== "POST" || visit.path !== "/visits") return undefined;
    const form = new URLSearchParams(new TextDecoder().decode(visit.body ?? new Uint8Array()));
    const address = form.get("path") ?? "";
    const page = publicPage(address);
    if (page !== undefined && limit.take(visit.facts.clientAddress, performance.now()) === null) {
      const language = splitPath(address).lang ?? fallback;
      visits.add({ page, language, referrer: "", isBot: isBot(headerOf(visit, "user-agent")) });
    }
    return counted;
  };
}
