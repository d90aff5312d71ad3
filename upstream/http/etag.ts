import { createHash } from "node:crypto";
import type { ServiceRequest } from "./request/service-request.ts";

/** Weak: replies with the same tag are equivalent, though their timestamps may differ. */
export function etagOf(content: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)}"`;
}

export function isKnownTo(request: ServiceRequest, etag: string): boolean {
  const etags = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim());
  return etags.includes(etag) || etags.includes("*");
}
