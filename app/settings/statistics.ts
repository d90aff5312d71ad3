/** The content sources that a third party needs beyond ours, by directive of the policy. */
export type Sources = { script: string[]; connect: string[]; image: string[]; frame: string[]; style: string[] };

/** A service that counts visits for the operator, loaded only with the visitor's consent. */
export type Statistics = {
  kind: "ga4" | "gtm" | "plausible" | "matomo";
  /** Who receives the data, as visitors know them. */
  name: string;
  /** The measurement id, the container id, or the id of the site at Matomo. */
  id: string;
  /** Where its script comes from, without the last slash. */
  origin: string;
  sources: Sources;
  cookies: readonly StatisticsCookie[];
};

type StatisticsCookie = { name: string; days: number };

const none: Sources = { script: [], connect: [], image: [], frame: [], style: [] };
const google = "https://www.googletagmanager.com";
const googleCookies: readonly StatisticsCookie[] = [{ name: "_ga, _ga_*", days: 730 }];
const googleSources: Sources = {
  ...none,
  script: [google],
  connect: [google, "https://*.google-analytics.com", "https://*.analytics.google.com"],
  image: [google, "https://*.google-analytics.com"],
};

/**
 * Reads one entry of STATISTICS: `ga4:G-ABC123`, `gtm:GTM-ABC123`, `plausible:https://stats.example`,
 * `matomo:https://stats.example#1`. Undefined when it is none of them.
 */
export function statisticsOf(entry: string): Statistics | undefined {
  const [, kind, value = ""] = /^(\w+):(.+)$/.exec(entry) ?? [];
  if (kind === "ga4" && /^G-[A-Z\d]{4,20}$/.test(value))
    return {
      kind,
      name: "Google Analytics",
      id: value,
      origin: google,
      sources: googleSources,
      cookies: googleCookies,
    };
  if (kind === "gtm" && /^GTM-[A-Z\d]{4,20}$/.test(value))
    return {
      kind,
      name: "Google Tag Manager",
      id: value,
      origin: google,
      sources: googleSources,
      cookies: googleCookies,
    };
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const instanceSources: Sources = { ...none, script: [url.origin], connect: [url.origin] };
  if (kind === "plausible" && url.href === `${url.origin}/`)
    return { kind, name: `Plausible (${url.host})`, id: "", origin: url.origin, sources: instanceSources, cookies: [] };
  const site = /^#(\d{1,6})$/.exec(url.hash)?.[1];
  if (kind !== "matomo" || site === undefined) return undefined;
  return {
    kind,
    name: `Matomo (${url.host})`,
    id: site,
    origin: url.origin,
    sources: { ...instanceSources, image: [url.origin] },
    cookies: [
      { name: "_pk_id.*", days: 393 },
      { name: "_pk_ses.*", days: 1 },
    ],
  };
}
