import { headerOf, type Visit } from "./visit.ts";

export type Encoding = "br" | "gzip";

/** The compressions that the client takes. */
export function acceptedEncodings(visit: Visit): readonly Encoding[] {
  const header = headerOf(visit, "accept-encoding");
  if (header === undefined) return [];
  const known = read.get(header);
  if (known) return known;
  const accepted = (["br", "gzip"] as const).filter((encoding) => accepts(header, encoding));
  // Browsers send a handful of different ones.
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

/** Whether the client says that it holds what has this tag. */
export function holds(visit: Visit, etag: string): boolean {
  const held = headerOf(visit, "if-none-match");
  // A proxy that compresses makes a tag weak.
  return held?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*") ?? false;
}
