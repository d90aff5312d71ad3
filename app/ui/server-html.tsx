import { type ReactNode, useState } from "react";

type ServerHtmlProps = {
  /** Unique on the page. */
  name: string;
  /** `import.meta.env.SSR && <Part />`, so that the browser build excludes the part's code. */
  children: ReactNode;
};

/**
 * A part of the page that needs no scripts. The server renders it; the browser keeps that HTML and neither hydrates it
 * nor loads its code and texts. It must not change while the page is open, and its links and forms are plain ones.
 */
export function ServerHtml({ name, children }: ServerHtmlProps) {
  const html = useState(() => htmlNow(name))[0];
  if (import.meta.env.SSR) {
    return (
      <div data-server-html={name} className="contents">
        {children}
      </div>
    );
  }
  return (
    <div
      data-server-html={name}
      className="contents"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered, put back where it came from.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Hydration keeps the existing HTML; a page that React renders again after an error must get it too. */
function htmlNow(name: string): string {
  if (import.meta.env.SSR) return "";
  return document.querySelector(`[data-server-html="${name}"]`)?.innerHTML ?? "";
}
