import { createContext, useContext } from "react";

/** What the scripts of a page need besides its data, as JSON: its texts, and the part of Remix's manifest with its routes. */
export type BrowserStart = { texts: string; manifest: string };

const OfPage = createContext<BrowserStart | null>(null);

/** On the server, for a page with scripts. */
export const BrowserStartProvider = OfPage.Provider;

/**
 * The page's texts and routes, in elements that `sentToBrowser` reads. Each page knows its own routes: all 130 would be
 * a file of 6 kB, and every step between pages is a whole load. React leaves what the server sent as it is, so the
 * browser has nothing to give.
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

/** What the server sent with this page under a name. */
export function sentToBrowser(name: keyof BrowserStart): unknown {
  return JSON.parse(document.getElementById(idOf(name))?.textContent ?? "{}");
}

function idOf(name: keyof BrowserStart): string {
  return `start-${name}`;
}
