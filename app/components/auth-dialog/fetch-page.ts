import { isAuthPath } from "./auth-path.ts";

/** The result of a request: another page of the dialog, an address outside it, or nothing to show. */
export type FetchedPage =
  | { status: "page"; url: string; section: Element }
  | { status: "elsewhere"; url: string }
  | { status: "failed" };

/**
 * Requests a page as the browser would, posted forms included, and extracts what the dialog shows. The pages remain the
 * only implementation of sign-in.
 */
export async function fetchPage(url: string, init: RequestInit = {}): Promise<FetchedPage> {
  try {
    const response = await fetch(url, { ...init, headers: { Accept: "text/html" } });
    if (!isAuthPath(new URL(response.url).pathname)) return { status: "elsewhere", url: response.url };
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // A newer build has other names of classes, which the style sheet of this page does not have.
    if (!init.method && styleSheetOf(page) !== styleSheetOf(document))
      return { status: "elsewhere", url: response.url };
    // Error pages of the server have none.
    const section = page.querySelector("[data-auth-page]");
    return section ? { status: "page", url: response.url, section } : { status: "failed" };
  } catch {
    return { status: "failed" };
  }
}

const styleSheetOf = (page: Document) => page.querySelector("link[rel=stylesheet]")?.getAttribute("href");

/** What the browser would submit for this form and button. */
export function asRequest(form: HTMLFormElement, submitter: HTMLElement | null): { url: string; init: RequestInit } {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  return { url: form.action, init: { method: "POST", body } };
}
