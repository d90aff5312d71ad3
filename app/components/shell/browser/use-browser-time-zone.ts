import { useEffect } from "react";
import { useSite } from "../site.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Tells the server the time zone of this browser, so that the next page comes with its times as they stay: without that
 * they are in UTC until the scripts are there, and the page moves under the hand of whoever is about to press.
 */
export function useOwnZone(): void {
  const told = useSite()?.zone;
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zone || zone === told) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that runs our scripts.
    document.cookie = `zone=${zone}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax`;
  }, [told]);
}
