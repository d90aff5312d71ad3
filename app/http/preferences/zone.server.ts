const known = new Set<string>();

/** The time zone that this browser told a page before, as IANA names it; null until then, and for what is no zone. */
export function zoneOf(request: Request): string | null {
  const value = request.headers.get("Cookie")?.match(/(?:^|;\s*)zone=([\w+\-/]{1,50})(?:;|$)/)?.[1];
  return value !== undefined && isZone(value) ? value : null;
}

/** Only names that are zones are remembered, each once however its letters are written: nobody fills the memory. */
function isZone(typed: string): boolean {
  const name = typed.toLowerCase();
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  known.add(name);
  return true;
}
