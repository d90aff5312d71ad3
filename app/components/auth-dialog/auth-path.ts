import { splitPath } from "../../i18n/languages.ts";

/** The pages of the way into an account, which the dialog shows one after the other. */
export function isAuthPath(path: string): boolean {
  return /^\/(sign-in|sign-up(\/code)?|reset(\/code)?|two-factor)$/.test(splitPath(path).path);
}
