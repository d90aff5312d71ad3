/** The pages of the way into an account, which the dialog shows one after the other. */
export function isAuthPath(path: string): boolean {
  return /^(\/(En|Ru))?\/(sign-in|sign-up(\/code)?|reset(\/code)?|two-factor)$/.test(path);
}
