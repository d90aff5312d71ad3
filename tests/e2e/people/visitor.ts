import { readFileSync } from "node:fs";
import { anna } from "../../support/orders/example-customer.ts";
import type { SiteLocator, SitePage } from "../../support/site-page.ts";
import { expect } from "../setup/expect.ts";
import { looksAgain } from "../setup/medium.ts";

export type Lang = "en" | "ru";
export const langs: readonly Lang[] = ["en", "ru"];

type Words = { [key: string]: string | Words };
const files = new Map<string, Words>();

/** The site's text for a key (`order:act.cancel`), as a pattern: values match anything unless given. */
export function siteText(lang: Lang, key: string, values: Record<string, string> = {}): RegExp {
  const [file = "", path = ""] = key.split(":");
  const name = `${lang}/${file}`;
  const words = files.get(name) ?? JSON.parse(readFileSync(`locales/${name}.json`, "utf8"));
  files.set(name, words);
  const sentence = path.split(".").reduce((at: Words | string | undefined, part) => {
    return typeof at === "object" ? at[part] : undefined;
  }, words);
  if (typeof sentence !== "string") throw new Error(`No words for ${key} in ${lang}`);
  const pattern = sentence
    .split(/(\{\{\w+\}\}|<\/?\w+>)/)
    .map((part) => {
      const variable = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      if (variable) return values[variable] === undefined ? ".+" : escaped(values[variable]);
      return /^<\/?\w+>$/.test(part) ? "" : escaped(part);
    })
    .join("");
  return new RegExp(`^${pattern}$`);
}

/** Any white space matches any other: the site uses no-break spaces. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");

export const prefix = (lang: Lang) => (lang === "en" ? "/En" : "/Ru");

export type Product = { page: string; from: keyof typeof anna.addresses; to: string; amount: string };
export const usdtToPaypal: Product = { page: "usdt-to-paypal", from: "usdt-trc20", to: "paypal-usd", amount: "500" };
export const btcToPaypal: Product = { page: "crypto-to-paypal", from: "btc", to: "paypal-usd", amount: "0.01" };

/** A visitor who reads one language and acts through the pages. */
export class Visitor {
  constructor(
    readonly page: SitePage,
    readonly lang: Lang,
  ) {}

  say(key: string, values?: Record<string, string>): RegExp {
    return siteText(this.lang, key, values);
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(`${prefix(this.lang)}${path}`);
  }

  button(key: string): SiteLocator {
    return this.page.getByRole("button", { name: this.say(key) });
  }

  /** The heading with the order's status. */
  status(key: string): SiteLocator {
    return this.page.getByRole("heading", { level: 1, name: this.say(key) });
  }

  typed(amount: string): string {
    return this.lang === "ru" ? amount.replace(".", ",") : amount;
  }

  /** From the home page to a draft. */
  async startsAtHome(product: Product): Promise<void> {
    await this.opens("");
    if (product.page !== "usdt-to-paypal") {
      await this.page
        .getByRole("link", { name: this.say(`calculator:product.${product.page}`) })
        .first()
        .click();
    }
    await this.asksFor(product);
  }

  async asksFor(product: Product): Promise<void> {
    await this.page.getByLabel(this.say("calculator:sendCurrency")).selectOption(product.from);
    await this.page.getByLabel(this.say("calculator:getCurrency")).selectOption(product.to);
    await this.page.getByLabel(this.say("calculator:send")).fill(this.typed(product.amount));
    await this.button("calculator:continue").click();
    await expect(this.page).toHaveURL(/\/order\/[0-9A-Z]{10}\/details$/);
  }

  async typesDetails(product: Product): Promise<void> {
    await this.page.getByLabel(this.say("details:payout.account.paypal")).fill(anna.paypal);
    await this.page.getByLabel(this.say("details:payout.extra.full_name.label")).fill(anna.name);
    await this.page.getByLabel(this.say("details:refund.account.label")).fill(anna.addresses[product.from]);
    await this.page.getByLabel(this.say("details:email.label")).fill(anna.email);
  }

  async fillsDetails(product: Product): Promise<void> {
    await this.typesDetails(product);
    await this.button("details:submit").click();
    await expect(this.page).toHaveURL(/\/confirm$/);
  }

  async consents(): Promise<void> {
    // The list is read at once, so the page must be complete.
    await this.button("confirm:submit").or(this.button("confirm:submitNew")).waitFor();
    for (const box of await this.page.getByRole("checkbox").all()) await box.check();
  }

  async confirms(): Promise<void> {
    await this.consents();
    await this.button("confirm:submit").click();
    await expect(this.page).toHaveURL(/\/order\/[0-9A-Z]{10}$/);
  }

  /** From the start to an order awaiting payment. */
  async makesOrder(product: Product): Promise<string> {
    await this.opens(`/exchange/${product.page}`);
    await this.asksFor(product);
    await this.fillsDetails(product);
    await this.confirms();
    await expect(this.status("order:state.awaiting_payment.title")).toBeVisible();
    return this.ref();
  }

  ref(): string {
    return /\/order\/([0-9A-Z]{10})/.exec(this.page.url())?.[1] ?? "";
  }

  /** The page updates itself with JavaScript, and on reload without. */
  async sees(statusKey: string): Promise<void> {
    await expect(async () => {
      if (!(await this.status(statusKey).isVisible())) await looksAgain(this.page);
      await expect(this.status(statusKey)).toBeVisible({ timeout: 1_000 });
    }).toPass({ intervals: [50, 100, 200] });
  }
}
