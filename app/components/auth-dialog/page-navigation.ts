import { attachBotCheck } from "../bot-check/browser/attach-bot-check.ts";
import { isAuthPath } from "./auth-path.ts";
import { asRequest, type FetchedPage, fetchPage } from "./fetch-page.ts";
import { firstField, prepareSection } from "./prepare-section.ts";

type NavigationEvents = {
  loading: () => void;
  loaded: (page: { title: string; address: string }) => void;
  failed: () => void;
  /** The response leaves the dialog. */
  left: (url: string) => void;
};

/** Shows the page at `first` in the container and follows its links and forms. Returns a function that stops it. */
export function navigatePages(box: HTMLElement, first: string, report: NavigationEvents): () => void {
  const closed = new AbortController();
  const { signal } = closed;
  let isAsking = false;

  async function go(url: string, init?: RequestInit): Promise<void> {
    // A second press is ignored.
    if (isAsking) return;
    isAsking = true;
    report.loading();
    const page = await fetchPage(url, { ...init, signal });
    isAsking = false;
    if (!signal.aborted) take(page);
  }
  function take(page: FetchedPage): void {
    if (page.status === "failed") report.failed();
    else if (page.status === "elsewhere") report.left(page.url);
    else report.loaded({ title: show(box, page.section), address: page.url });
  }
  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.target || !isAuthPath(link.pathname)) return;
    event.preventDefault();
    void go(link.href);
  }
  function onSubmit(event: SubmitEvent): void {
    if (!(event.target instanceof HTMLFormElement)) return;
    const { url, init } = asRequest(event.target, event.submitter);
    if (!isAuthPath(new URL(url).pathname)) return;
    event.preventDefault();
    void go(url, init);
  }
  box.addEventListener("click", onClick, { signal });
  box.addEventListener("submit", onSubmit, { signal });
  void go(first);
  return () => closed.abort();
}

/** Returns its title. Focuses the first error, otherwise the first field. */
function show(box: HTMLElement, section: Element): string {
  const { title, content } = prepareSection(section);
  box.replaceChildren(content);
  // In the document, where the box has its form.
  for (const check of box.querySelectorAll<HTMLElement>("[data-bot-check]")) attachBotCheck(check);
  box.closest("dialog")?.scrollTo(0, 0);
  const wrong = box.querySelector<HTMLElement>('[role="alert"]');
  (wrong ?? box.querySelector<HTMLElement>(firstField))?.focus();
  return title;
}
