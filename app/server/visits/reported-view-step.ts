import { fallback, splitPath } from "../../i18n/languages.ts";
import type { AddressLimit } from "../pages/address-limit.ts";
import { type Answer, headerOf, type Step } from "../visit.ts";
import { isBot } from "./bots.ts";
import { reportedPattern } from "./page-pattern.ts";
import type { VisitCounts } from "./visit-counts.ts";

const counted: Answer = { status: 204, headers: { "cache-control": "no-store" }, body: null, kind: "file" };

/**
 * Pages that the browser opened without asking for them here: a script replaced one page by another, or had it
 * prefetched. `isKnown` tells a route of the site, so that nobody fills the counts with pages that do not exist.
 */
export function reportedViewStep(
  visits: Pick<VisitCounts, "add">,
  isKnown: (route: string) => boolean,
  limit: AddressLimit,
): Step {
  return (visit) => {
    if (visit.method !== "POST" || visit.path !== "/visits") return undefined;
    const form = new URLSearchParams(new TextDecoder().decode(visit.body ?? new Uint8Array()));
    const [address, route] = [form.get("path") ?? "", form.get("route") ?? ""];
    const page = reportedPattern(address, route, isKnown(route));
    if (page !== undefined && limit.take(visit.facts.clientAddress, performance.now()) === null) {
      const language = splitPath(address).lang ?? fallback;
      visits.add({ page, language, referrer: "", isBot: isBot(headerOf(visit, "user-agent")) });
    }
    return counted;
  };
}
