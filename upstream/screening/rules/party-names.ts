import type { NameIndex, NameMatch } from "./name-index.ts";

/** Listed parties whose names agree with any of a customer's, each once with its best score. */
export function nameMatchesOf(
  index: NameIndex,
  names: readonly (string | null | undefined)[],
  birth: string | null,
): NameMatch[] {
  return bestMatches([...new Set(names)].flatMap((name) => (name ? index.matches(name, birth) : [])));
}

/** Each listed party once, with its best score. */
export function bestMatches(matches: readonly NameMatch[]): NameMatch[] {
  const best = new Map<string, NameMatch>();
  for (const match of matches) {
    const key = `${match.list} ${match.id}`;
    if (match.score > (best.get(key)?.score ?? 0)) best.set(key, match);
  }
  return [...best.values()];
}
