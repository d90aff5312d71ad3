import { type RefObject, useEffect, useRef, useState } from "react";
import { navigatePages } from "./page-navigation.ts";

/** `opening`: nothing to show yet; `loading`: a request is in progress. */
type State = "opening" | "shown" | "loading" | "failed";

type AuthPages = {
  /** The container of the pages; React does not render its content. */
  content: RefObject<HTMLDivElement>;
  title: string;
  state: State;
  /** The address of the shown page. */
  address: string;
};

/** The pages that a link opens, until the browser is signed in or leaves. */
export function useAuthPages(trigger: HTMLAnchorElement, onSignedIn: () => void): AuthPages {
  const content = useRef<HTMLDivElement>(null);
  // The page's address may change under the dialog: the calculator stores its input there.
  const [first] = useState(() => withReturn(trigger.href));
  const [page, setPage] = useState({ title: trigger.textContent ?? "", address: first });
  const [state, setState] = useState<State>("opening");
  const signedIn = useRef(onSignedIn);
  signedIn.current = onSignedIn;

  useEffect(() => {
    if (!content.current) return;
    return navigatePages(content.current, first, {
      loading: () => setState((before) => (before === "opening" ? before : "loading")),
      loaded: (loadedPage) => {
        setPage(loadedPage);
        setState("shown");
      },
      failed: () => setState("failed"),
      left: (url) => {
        // Returning to the same page keeps its input; any other target is loaded.
        if (new URL(url).pathname === window.location.pathname) signedIn.current();
        else window.location.assign(url);
      },
    });
  }, [first]);

  return { content, state, ...page };
}

/** Adds the open page and its query as the target after sign-in. */
function withReturn(href: string): string {
  const url = new URL(href);
  const { pathname, search } = window.location;
  url.searchParams.set("next", pathname + search);
  return url.href;
}
