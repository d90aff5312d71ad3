/** The push services of browser makers: Chromium, Firefox, Safari, Edge on Windows. */
const hosts: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^[\w-]+(\.[\w-]+)*\.notify\.windows\.com$/,
];

/**
 * The address of a subscription if it is at a known push service. The service sends requests there, so a customer must not be able to
 * name any other host: null.
 */
export function pushEndpoint(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const isKnown = url.protocol === "https:" && url.port === "" && hosts.some((host) => host.test(url.hostname));
  return isKnown ? url : null;
}
