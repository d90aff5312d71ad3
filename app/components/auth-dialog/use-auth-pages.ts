import { type RefObject, useEffect, useRef, useState } from "react";
import { walkPages } from "./page-navigation.ts";

/** `opening`: nothing to show yet; `asking`: an answer is on its way to what is shown. */
type State = "opening" | "shown" | "asking" | "failed";

type AuthPages = {
  /** Where the pages are shown; what is in it is not React's. */
  content: RefObject<HTMLDivElement>;
  title: string;
  state: State;
  /** The page that is shown, as an address of its own. */
  address: string;
};

/** The pages that a link leads to, one after the other, until the browser is signed in or goes elsewhere. */
export function useAuthPages(door: HTMLAnchorElement, onSignedIn: () => void): AuthPages {
  const content = useRef<HTMLDivElement>(null);
  // The address of the page may change under the dialog: a price that follows what was typed is in it.
  const [first] = useState(() => withReturn(door.href));
  const [page, setPage] = useState({ title: door.textContent ?? "", address: first });
  const [state, setState] = useState<State>("opening");
  const signedIn = useRef(onSignedIn);
  signedIn.current = onSignedIn;

  useEffect(() => {
    if (!content.current) return;
    return walkPages(content.current, first, {
      asking: () => setState((before) => (before === "opening" ? before : "asking")),
      shown: (shown) => {
        setPage(shown);
        setState("shown");
      },
      failed: () => setState("failed"),
      arrived: (url) => {
        // Back where it was opened everything typed there is kept; anywhere else is another page.
        if (new URL(url).pathname === window.location.pathname) signedIn.current();
        else window.location.assign(url);
      },
    });
  }, [first]);

  return { content, state, ...page };
}

/** The way in leads back to the page that is open, with what its address says of it. */
function withReturn(href: string): string {
  const url = new URL(href);
  const { pathname, search } = window.location;
  url.searchParams.set("next", pathname + search);
  return url.href;
}
