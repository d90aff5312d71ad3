import type { IncomingMessage } from "node:http";
import { changesSomething, isFromOwnPage } from "./own-origin.server.ts";
import type { Refusal } from "./request-facts.server.ts";

/** The limit for all other forms. */
const bodyLimitBytes = 64 * 1024;
/** The one form with a file. Its page checks the size itself, so that the error can stand beside the field. */
const uploadPath = /^(\/(En|Ru))?\/dashboard\/account\/picture(\.data)?$/;

/** Why a request must not reach its page; null when it may. `url` is its path and query, already clean. */
export function refusalOf(request: IncomingMessage, url: string, publicOrigin: string | undefined): Refusal | null {
  if (!changesSomething(request.method)) return null;
  const path = url.split("?")[0] ?? "/";
  // The API takes no cookies, so nobody's browser can be made to act there; it has bounds and words of its own.
  if (path.startsWith("/api/v1/")) return null;
  const sender = {
    origin: request.headers.origin,
    secFetchSite: [request.headers["sec-fetch-site"]].flat()[0],
    host: request.headers.host,
  };
  if (!isFromOwnPage(sender, publicOrigin)) return { status: 403, code: "other_site", path };
  // Forms know GET and POST. An action would take anything else for a press.
  if (request.method !== "POST") return { status: 405, code: "wrong_method", path };
  const length = request.headers["content-length"];
  // Without a length the size would only be known after reading it all. Browsers always send one with a form.
  if (length === undefined && request.headers["transfer-encoding"]) {
    return { status: 411, code: "length_required", path };
  }
  const type = request.headers["content-type"] ?? "";
  if (uploadPath.test(path) && /^multipart\/form-data\s*;/i.test(type)) return null;
  if (Number(length ?? 0) > bodyLimitBytes) return { status: 413, code: "too_large", path };
  // Every other form of ours is sent so, an empty one too; anything else would only fail later, and as a fault of ours.
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return { status: 415, code: "wrong_type", path };
  }
  return null;
}
