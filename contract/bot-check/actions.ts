/** What a bot check guards. A solved check or a code is good for one of these. */
export const botCheckActions = ["sign_up", "reset", "order", "reserve_request", "support", "subscribe"] as const;
export type BotCheckAction = (typeof botCheckActions)[number];

/** ALTCHA is our own, a proof of work; the others are companies that the operator has an account with. */
export const botCheckProviders = ["altcha", "turnstile", "hcaptcha", "recaptcha", "off"] as const;
export type BotCheckProvider = (typeof botCheckProviders)[number];
