const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;

/** Seconds that each cookie of the site lives; the privacy policy lists them. A choice is a language, theme or zone. */
export const cookieSeconds = {
  orders: 30 * days,
  tickets: 30 * days,
  /** After the last page; `remembered` when the member chose to stay signed in. */
  session: 1 * hours,
  remembered: 30 * days,
  pending: 15 * minutes,
  keptForm: 15 * minutes,
  frozen: 1 * days,
  /** Until the form that it was asked for comes back. */
  check: 1 * minutes,
  authenticator: 10 * minutes,
  google: 10 * minutes,
  googleNonce: 30 * minutes,
  hint: 30 * days,
  choice: 365 * days,
  /** As long as a partner's link counts. */
  partner: 90 * days,
  /** Then we ask again. */
  consent: 180 * days,
} as const;
