import type { UIMatch } from "@remix-run/react";
import type { Namespace } from "../../i18n/namespaces.ts";

/** What a page tells the shell: `export const handle = { i18n: ["order"], hydrate: true } satisfies PageHandle`. */
export type PageHandle = {
  /** Words the page needs in the browser, beyond `common` and `shell`. The server has them all anyway. */
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

export function handlesOf(matches: readonly UIMatch[]): unknown[] {
  return matches.map((match) => match.handle);
}
