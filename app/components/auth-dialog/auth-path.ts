import { splitPath } from "../../i18n/languages.ts";

/** The pages the dialog shows. */
export function isAuthPath(path: string): boolean {
  return /^\/(sign-in|sign-up(\/code)?|reset(\/code)?|two-factor)$/.test(splitPath(path).path);
}
