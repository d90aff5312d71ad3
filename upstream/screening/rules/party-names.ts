import type { NameIndex, NameMatch } from "./name-index.ts";

/** Listed parties whose names agree with any of a customer's, each once with its best score. */
export function nameMatchesOf(
  index: NameIndex,
  names: readonly (string | null | undefined)[],
  birth: string | null,
): NameMatch[] {
  const best = new Map<string, NameMatch>();
  for (const name of new Set(names)) {
    if (!name) continue;
    for (const match of index.matches(name, birth)) {
      const key = `${match.list} ${match.id}`;
      if (match.score > (best.get(key)?.score ?? 0)) best.set(key, match);
    }
  }
  return [...best.values()];
}
