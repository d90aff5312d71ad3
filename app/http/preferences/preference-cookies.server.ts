import { languageCookieName } from "../../i18n/lang.server.ts";
import type { Prefix } from "../../i18n/languages.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { type Theme, themeCookieName } from "./theme.server.ts";

const yearSeconds = cookieSeconds.choice;

/** The specification's cookie: 365 days, path /, SameSite lax. Unencoded, unlike Remix's own. */
export function languageCookie(prefix: Prefix): string {
  return `${languageCookieName}=${prefix}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax`;
}

/** Null deletes the choice: the device's theme applies. */
export function themeCookie(theme: Theme | null): string {
  return `${themeCookieName}=${theme ?? ""}; Max-Age=${theme ? yearSeconds : 0}; Path=/; SameSite=Lax`;
}
