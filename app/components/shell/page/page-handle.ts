import type { UIMatch } from "@remix-run/react";
import type { Namespace } from "../../../i18n/texts/namespaces.ts";

/** What a page tells the shell: `export const handle = { i18n: ["order"], hydrate: true } satisfies PageHandle`. */
export type PageHandle = {
  /** Texts the page needs in the browser, beyond those of every page. The server has them all anyway. */
  i18n?: Namespace[];
  /** True for the few pages that are worth JavaScript; the others are sent without any. */
  hydrate?: boolean;
};

/** Whether one of the matched routes wants JavaScript. */
export function wantsScripts(handles: readonly unknown[]): boolean {
  return handles.some(
    (handle) => typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true,
  );
}

/** The error page may be shown in the browser too, when it is too late to fetch anything. */
const ofEveryPage: readonly Namespace[] = ["shell", "errors"];

/** The texts that the scripts of the matched routes need. */
export function browserNamespaces(handles: readonly unknown[]): string[] {
  return [...new Set([...ofEveryPage, ...handles.flatMap(namesOf)])];
}

function namesOf(handle: unknown): string[] {
  if (typeof handle !== "object" || handle === null || !("i18n" in handle) || !Array.isArray(handle.i18n)) return [];
  return handle.i18n.map(String);
}

export function handlesOf(matches: readonly UIMatch[]): unknown[] {
  return matches.map((match) => match.handle);
}
