import type { BotCheckProvider } from "../../contract/bot-check/actions.ts";
import type { Sources } from "./statistics.ts";

const none: Sources = { script: [], connect: [], image: [], frame: [], style: [] };
const hcaptcha = ["https://hcaptcha.com", "https://*.hcaptcha.com"];

/** As each provider's documentation lists them. */
const sources: Record<BotCheckProvider, readonly Sources[]> = {
  altcha: [],
  off: [],
  turnstile: [{ ...none, script: ["https://challenges.cloudflare.com"], frame: ["https://challenges.cloudflare.com"] }],
  hcaptcha: [{ ...none, script: hcaptcha, connect: hcaptcha, frame: hcaptcha, style: hcaptcha }],
  recaptcha: [
    {
      ...none,
      script: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
      frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
    },
  ],
};

/** What the widget of a bot check needs, on every page: sign-up may open over any. */
export const botCheckSources = (provider: BotCheckProvider): readonly Sources[] => sources[provider];

/** Who does the bot check, as visitors know them; empty where it is ours or off. */
export const botCheckCompany: Readonly<Record<BotCheckProvider, string>> = {
  altcha: "",
  off: "",
  turnstile: "Cloudflare Turnstile",
  hcaptcha: "hCaptcha",
  recaptcha: "Google reCAPTCHA",
};
