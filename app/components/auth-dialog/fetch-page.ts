import { isAuthPath } from "./auth-path.ts";

/** What came of a request: another page of the way in, an address beyond it, or nothing to show. */
export type Answered =
  | { status: "page"; url: string; section: Element }
  | { status: "elsewhere"; url: string }
  | { status: "failed" };

/**
 * Asks for a page of the way in as the browser would, a posted form among them, and takes out of it what the dialog
 * shows. The pages stay the only place that knows how an account is entered.
 */
export async function askPage(url: string, init: RequestInit = {}): Promise<Answered> {
  try {
    const answer = await fetch(url, { ...init, headers: { Accept: "text/html" } });
    if (!isAuthPath(new URL(answer.url).pathname)) return { status: "elsewhere", url: answer.url };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // An error page of the server has none.
    const section = page.querySelector("[data-auth-page]");
    return section ? { status: "page", url: answer.url, section } : { status: "failed" };
  } catch {
    return { status: "failed" };
  }
}

/** What the browser would send for this form and button. */
export function asRequest(form: HTMLFormElement, submitter: HTMLElement | null): { url: string; init: RequestInit } {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  return { url: form.action, init: { method: "POST", body } };
}
