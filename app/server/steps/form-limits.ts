import { changesSomething } from "../../http/request/own-origin.server.ts";
import type { Refusal } from "../../http/request/request-facts.ts";
import { splitPath } from "../../i18n/languages.ts";
import { headerOf, type Step, type Visit } from "../visit.ts";
import { isApiPath, turnAway } from "./origin.ts";

/** The limit for all other forms. */
const bodyLimitBytes = 64 * 1024;
/** The only form with a file. Its page checks the size, to report it beside the field. */
const uploadPath = /^\/dashboard\/account\/picture(\.data)?$/;

/** Refuses invalid form posts before a page reads them. The API has its own limits and errors. */
export const formLimitsStep: Step = (visit) => {
  if (!changesSomething(visit.method) || isApiPath(visit.path)) return undefined;
  const refused = refusalOf(visit);
  if (refused) turnAway(visit, { ...refused, path: visit.path });
  return undefined;
};

function refusalOf(visit: Visit): Omit<Refusal, "path"> | undefined {
  // Forms use GET and POST. An action would treat any other method as a submit.
  if (visit.method !== "POST") return { status: 405, code: "wrong_method" };
  const length = headerOf(visit, "content-length");
  // Without Content-Length the size would be known only after reading. Browsers always send it with forms.
  if (length === undefined && headerOf(visit, "transfer-encoding")) return { status: 411, code: "length_required" };
  const type = headerOf(visit, "content-type") ?? "";
  if (uploadPath.test(splitPath(visit.path).path) && /^multipart\/form-data\s*;/i.test(type)) return undefined;
  if (Number(length ?? 0) > bodyLimitBytes) return { status: 413, code: "too_large" };
  // All other forms have this type, empty ones too; anything else would fail later as an internal error.
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return { status: 415, code: "wrong_type" };
  return undefined;
}
