/** Names of the path parameters of an endpoint; their types come from its query schema. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
