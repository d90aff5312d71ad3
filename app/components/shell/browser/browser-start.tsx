import { createContext, useContext } from "react";

/** Data of a page's scripts as JSON: its texts, and the part of Remix's manifest with its routes. */
export type BrowserStart = { texts: string; manifest: string };

const OfPage = createContext<BrowserStart | null>(null);

/** On the server, for hydrated pages. */
export const BrowserStartProvider = OfPage.Provider;

/**
 * The page's texts and routes, in elements that `sentToBrowser` reads. Each page gets only its own routes: all 130
 * would be 6 kB, and every navigation is a full page load. React keeps server HTML it does not render, so the browser
 * passes nothing.
 */
export function BrowserStartData() {
  const start = useContext(OfPage);
  return (["texts", "manifest"] as const).map((name) => (
    <script
      key={name}
      id={idOf(name)}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own JSON, in which nothing can end the element.
      dangerouslySetInnerHTML={{ __html: start?.[name].replaceAll("<", "\\u003c") ?? "" }}
    />
  ));
}

/** On the server: whether the page will be hydrated. */
export function useIsHydrated(): boolean {
  return useContext(OfPage) !== null;
}

/** The data that the server sent with this page under a name. */
export function sentToBrowser(name: keyof BrowserStart): unknown {
  return JSON.parse(document.getElementById(idOf(name))?.textContent ?? "{}");
}

function idOf(name: keyof BrowserStart): string {
  return `start-${name}`;
}
