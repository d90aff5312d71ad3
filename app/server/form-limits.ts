import { changesSomething } from "../http/request/own-origin.server.ts";
import type { Refusal } from "../http/request/request-facts.ts";
import { splitPath } from "../i18n/languages.ts";
import { isApiPath, turnAway } from "./origin.ts";
import { headerOf, type Step, type Visit } from "./visit.ts";

/** The limit for all other forms. */
const bodyLimitBytes = 64 * 1024;
/** The one form with a file. Its page checks the size itself, so that the error can stand beside the field. */
const uploadPath = /^\/dashboard\/account\/picture(\.data)?$/;

/** What is no form of ours is turned away before its page reads it. The API has bounds and words of its own. */
export const formLimitsStep: Step = (visit) => {
  if (!changesSomething(visit.method) || isApiPath(visit.path)) return undefined;
  const refused = refusalOf(visit);
  if (refused) turnAway(visit, { ...refused, path: visit.path });
  return undefined;
};

function refusalOf(visit: Visit): Omit<Refusal, "path"> | undefined {
  // Forms know GET and POST. An action would take anything else for a press.
  if (visit.method !== "POST") return { status: 405, code: "wrong_method" };
  const length = headerOf(visit, "content-length");
  // Without a length the size would only be known after reading it all. Browsers always send one with a form.
  if (length === undefined && headerOf(visit, "transfer-encoding")) return { status: 411, code: "length_required" };
  const type = headerOf(visit, "content-type") ?? "";
  if (uploadPath.test(splitPath(visit.path).path) && /^multipart\/form-data\s*;/i.test(type)) return undefined;
  if (Number(length ?? 0) > bodyLimitBytes) return { status: 413, code: "too_large" };
  // Every other form of ours is sent so, an empty one too; anything else would only fail later, and as a fault of ours.
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415, code: "wrong_type" };
  return undefined;
}
