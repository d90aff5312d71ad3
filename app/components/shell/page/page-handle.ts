import type { UIMatch } from "@remix-run/react";
import type { Namespace } from "../../../i18n/texts/namespaces.ts";

/** Page settings for the shell: `export const handle = { i18n: ["order"], hydrate: true } satisfies PageHandle`. */
export type PageHandle = {
  /** Texts the page needs in the browser, besides those of every page. The server has all of them. */
  i18n?: Namespace[];
  /** True for the few pages that are hydrated; the others have no JavaScript. */
  hydrate?: boolean;
  /**
   * True where one form is always on the page, with `id={pageFormId}` and without the browser's validation: its
   * fields stay when language or theme changes. A function says by the page's data whether it is there.
   */
  form?: boolean | ((page: never) => boolean);
  /** The form has a field for files, which do not stay. */
  formHasFiles?: boolean;
};

export const pageFormId = "page-form";

/** Whether the page of the matched routes has such a form. */
export const hasPageForm = (matches: readonly UIMatch[]) =>
  matches.some(({ handle, data }) => {
    const form = typeof handle === "object" && handle !== null ? Reflect.get(handle, "form") : false;
    // A page that failed, or whose form was refused, has no data.
    return typeof form === "function"
      ? typeof data === "object" && data !== null && form(data) === true
      : form === true;
  });

/** Whether the form of the matched routes has files. */
export const hasFiles = (matches: readonly UIMatch[]) =>
  matches.some(({ handle }) => typeof handle === "object" && handle !== null && Reflect.get(handle, "formHasFiles"));

/** Whether one of the matched routes is hydrated. */
export const wantsScripts = (handles: readonly unknown[]) =>
  handles.some((handle) => typeof handle === "object" && handle !== null && Reflect.get(handle, "hydrate") === true);

/** The error page may be rendered in the browser too, where nothing more can be loaded. */
const ofEveryPage: readonly Namespace[] = ["shell", "errors"];

/** The namespaces that the scripts of the matched routes need. */
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
