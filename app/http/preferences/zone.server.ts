import { isTimeZone } from "../../../contract/values/time-zone.ts";

const checkedNames = new Set<string>();

/** The IANA time zone reported by this browser; null until then and for invalid names. */
export function zoneOf(request: Request): string | null {
  const value = request.headers.get("Cookie")?.match(/(?:^|;\s*)zone=([\w+\-/]{1,50})(?:;|$)/)?.[1];
  return value !== undefined && isZone(value) ? value : null;
}

/** Caches valid names only, each once whatever its case, so the cache cannot be flooded. */
function isZone(typed: string): boolean {
  const name = typed.toLowerCase();
  if (checkedNames.has(name)) return true;
  if (!isTimeZone(typed)) return false;
  checkedNames.add(name);
  return true;
}
