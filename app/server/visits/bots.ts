/** Names of crawlers, monitors, previews and programs. A browser has none of them. */
const names =
  /bot|crawl|spider|slurp|preview|externalhit|headless|lighthouse|monitor|uptime|feed|scan|curl|wget|python|java\/|go-http|okhttp|node|axios|undici|ruby|perl|php/i;

const mostRemembered = 1000;
const remembered = new Map<string, boolean>();

/** Whether a program opened the page, by the name it gives. Visitors whose browser names itself are people. */
export function isBot(userAgent: string | undefined): boolean {
  if (!userAgent) return true;
  const cachedVerdict = remembered.get(userAgent);
  if (cachedVerdict !== undefined) return cachedVerdict;
  const is = names.test(userAgent);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(userAgent, is);
  return is;
}
