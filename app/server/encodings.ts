import { isHeld } from "../http/response/etag.ts";
import { type FrontRequest, headerOf } from "./front-request.ts";

export type Encoding = "br" | "gzip";

/** The encodings the client accepts. */
export function acceptedEncodings(request: FrontRequest): readonly Encoding[] {
  const header = headerOf(request, "accept-encoding");
  if (header === undefined) return [];
  const cachedEncodings = read.get(header);
  if (cachedEncodings) return cachedEncodings;
  const accepted = (["br", "gzip"] as const).filter((encoding) => accepts(header, encoding));
  // Cached: browsers send only a few different values.
  if (read.size >= 100) read.clear();
  read.set(header, accepted);
  return accepted;
}

const read = new Map<string, readonly Encoding[]>();

function accepts(header: string, encoding: Encoding): boolean {
  return header.split(",").some((part) => {
    const [name, quality] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? "");
  });
}

/** Whether the client has the version with this ETag (If-None-Match). */
export function holds(request: FrontRequest, etag: string): boolean {
  return isHeld(headerOf(request, "if-none-match"), etag);
}
