/** Whether a client's If-None-Match names the version with this ETag. A compressing proxy makes an ETag weak. */
export function isHeld(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*") ?? false;
}
