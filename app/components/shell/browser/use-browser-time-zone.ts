import { useEffect } from "react";
import { cookieSeconds } from "../../../settings/cookie-lifetimes.ts";
import { useSite } from "../../../site/site.ts";

/**
 * Reports the browser's time zone in a cookie, so that the next page is rendered in it: otherwise times would be in UTC
 * until hydration and shift the layout.
 */
export function useBrowserTimeZone(): void {
  const knownZone = useSite()?.zone;
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === knownZone) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that runs our scripts.
    document.cookie = `zone=${zone}; Max-Age=${cookieSeconds.choice}; Path=/; SameSite=Lax`;
  }, [knownZone]);
}
