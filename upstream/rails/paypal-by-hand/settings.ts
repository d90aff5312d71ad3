import { z } from "zod/v4";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { type ImapAddress, readImapUrl } from "../../mail/incoming/imap-url.ts";
import { currencyAssets, currencyDecimals } from "../../market/rules/currency-assets.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";

/** The rail's name in `RAILS` and in the ledger. */
export const paypalByHand = "paypal-by-hand";

type Currency = keyof typeof currencyAssets;
const currencies = Object.keys(currencyAssets) as Currency[];
const isCurrency = (name: string): name is Currency => currencies.some((currency) => currency === name);

const accounts = z
  .string()
  .transform((text) => text.split(",").map((part) => readEmail(part.trim())?.toLowerCase()))
  .refine((emails): emails is string[] => emails.length > 0 && emails.every((email) => email !== undefined), {
    error: "must be the emails of our own PayPal accounts, separated by commas",
  });

const assets = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().toLowerCase()))
  .refine((names) => names.every(isCurrency) && new Set(names).size === names.length, {
    error: `must be currencies of ${currencies.join(", ").toUpperCase()}, separated by commas`,
  })
  .transform((names) => names.filter(isCurrency).map((name): string => currencyAssets[name]));

/** Minor units. */
const limit = z.string().transform((text, checked): bigint => {
  const amount = parseAmount(text, currencyDecimals);
  if (typeof amount === "bigint") return amount;
  checked.addIssue({ code: "custom", message: "must be an amount, such as 100.00" });
  return z.NEVER;
});

/** Its faults do not repeat it: it contains a password. */
const mailbox = z.string().transform((text, checked): ImapAddress => {
  const address = readImapUrl(text);
  if (address) return address;
  checked.addIssue({
    code: "custom",
    message: "must be imaps://user:password@host/folder, special characters encoded; imap:// on this machine only",
  });
  return z.NEVER;
});

const mailServer = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((name) => /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(name), {
    error: "must be the first word of the Authentication-Results header, such as mx.mail.example",
  });

const wholeNumber = (unit: string, most: number) =>
  z.coerce
    .number({ error: `must be a number of ${unit}` })
    .int()
    .min(1)
    .max(most);

export const paypalByHandSettings = z.object({
  PAYPAL_ACCOUNTS: accounts.optional().meta({
    description:
      "The emails of our own PayPal accounts; the first one pays and sends the invoices, and none of them is ever paid.",
    example: "shop@example.com,reserve@example.com",
  }),
  PAYPAL_CURRENCIES: assets.prefault("USD").meta({ description: "USD, EUR, or both." }),
  PAYPAL_ENVIRONMENT: z
    .enum(["live", "sandbox"])
    .default("live")
    .meta({ description: "live, or sandbox: accounts of PayPal's own sandbox, in which no money is worth anything." }),
  PAYPAL_WITHIN_HOURS: wholeNumber("hours", 72).default(12).meta({
    description: "Within how many hours a person pays or sends an invoice: the order's page promises it. 1 to 72.",
  }),
  PAYPAL_CLAIM_MINUTES: wholeNumber("minutes", 480)
    .default(30)
    .meta({ description: "Minutes that a person's claim on a task lasts." }),
  PAYPAL_CONFIRM_ABOVE: limit.prefault("100.00").meta({
    description: "What was paid is confirmed by a second person above this amount, in each currency.",
  }),
  PAYPAL_MAILBOX: mailbox.optional().meta({
    description:
      "A mailbox that PayPal's emails are forwarded to, and nothing else: each proposes what a person may enter. Special characters are encoded (%40 for @); without a folder it is the inbox.",
    example: "imaps://notices%40exchange.example:password@mail.example/INBOX",
  }),
  PAYPAL_MAIL_SERVER: mailServer.optional().meta({
    description:
      "The name with which the mailbox's mail server begins its Authentication-Results header. An email that it calls signed (DKIM) by PayPal is a difference of `reconcile` while nothing has its transaction; without it none is.",
    example: "mx.mail.example",
  }),
});

/** How tasks are done here. `accounts`: in small letters. `confirmAbove`: minor units. `mailbox`: of PayPal's notices; null without one. `mailServer`: its name in small letters. */
export type TaskSettings = {
  accounts: readonly string[];
  assets: readonly string[];
  isTest: boolean;
  withinHours: number;
  claimMinutes: number;
  confirmAbove: bigint;
  mailbox: ImapAddress | null;
  mailServer: string | null;
};

export function taskSettings(railSettings: unknown): TaskSettings {
  const read = paypalByHandSettings.parse(railSettings);
  return {
    accounts: read.PAYPAL_ACCOUNTS ?? [],
    assets: read.PAYPAL_CURRENCIES,
    isTest: read.PAYPAL_ENVIRONMENT === "sandbox",
    withinHours: read.PAYPAL_WITHIN_HOURS,
    claimMinutes: read.PAYPAL_CLAIM_MINUTES,
    confirmAbove: read.PAYPAL_CONFIRM_ABOVE,
    mailbox: read.PAYPAL_MAILBOX ?? null,
    mailServer: read.PAYPAL_MAIL_SERVER ?? null,
  };
}
