/** What stands in braces in an endpoint's path; its value comes from there, its type from the endpoint's query. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
