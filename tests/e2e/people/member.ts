import { createHmac } from "node:crypto";
import { join } from "node:path";
import { termsVersion } from "../../../contract/order/terms.ts";
import { mailbox } from "../../../upstream/mail/delivery/mailbox.ts";
import type { SitePage } from "../../support/site-page.ts";
import { sealedSession } from "../setup/cookies.ts";
import { expect } from "../setup/expect.ts";
import { BackOffice } from "./back-office.ts";
import { type Lang, prefix, Visitor } from "./visitor.ts";

/** `serviceDataDir`: of a service apart from the site. */
type SiteOf = ConstructorParameters<typeof BackOffice>[0] & { serviceDataDir?: string };

export const password = "correct horse battery staple";

/** A member, or a visitor who signs up. */
export class Member extends Visitor {
  readonly email = `member-${crypto.randomUUID().slice(0, 8)}@mail.com`;
  readonly office: BackOffice;

  constructor(
    page: SitePage,
    lang: Lang,
    readonly site: SiteOf,
  ) {
    super(page, lang);
    this.office = new BackOffice(site);
  }

  field(key: string) {
    return this.page.getByLabel(this.say(key), { exact: true });
  }

  /** The newest code in the mailbox. */
  async code(
    kind:
      | "sign_up_code"
      | "reset_code"
      | "email_change_code"
      | "bot_check_code"
      | "withdrawal_code"
      | "addresses_only_code"
      | "address_code"
      | "wallet_payment_code" = "sign_up_code",
    to = this.email,
  ): Promise<string> {
    let code: string | undefined;
    await expect(async () => {
      // From the folder: a deployed site shows its mailbox to nobody.
      const emails = await mailbox(join(this.site.serviceDataDir ?? this.site.dataDir, "mailbox")).emails(to);
      const newest = emails.find((email) => email.kind === kind);
      code = /\b(\d{6})\b/.exec(newest?.subject ?? "")?.[1];
      expect(code).toBeDefined();
    }).toPass({ intervals: [50, 100] });
    return code ?? "";
  }

  async asksForCode(next = ""): Promise<void> {
    await this.opens(`/sign-up${next}`);
    await this.field("auth:email").fill(this.email);
    await this.button("auth:signUp.submit").click();
    await expect(this.page).toHaveURL(/\/sign-up\/code$/);
  }

  async entersCode(code: string): Promise<void> {
    await this.field("auth:code").fill(code);
    await this.field("auth:password").fill(password);
    await this.page.getByRole("checkbox", { name: this.say("auth:signUpCode.terms") }).check();
    await this.button("auth:signUpCode.submit").click();
  }

  /** Creates the account through the API, for tests of other things; returns its first session. */
  async hasAccount(): Promise<{ access_token: string; expires_at: string }> {
    const address = { email: this.email, locale: this.lang };
    const { data: challenge } = await this.office.call("registerRequestCode", { body: address });
    const { challenge_id } = challenge;
    const body = { challenge_id, email: this.email, code: await this.code(), password, terms_version: termsVersion };
    return (await this.office.call("registerVerifyAccount", { body })).data;
  }

  /** Creates the account and puts its session into this browser; opens no page. Returns what calls of the member need. */
  async beginsSignedIn(): Promise<{ headers: Record<string, string> }> {
    const session = await this.hasAccount();
    await this.takesSession(session);
    return { headers: { Authorization: `Bearer ${session.access_token}` } };
  }

  /** The same, with this much in the wallet of USDT on Tron, and a name if one is given; returns what calls of the member need. */
  async beginsWithMoney(amount = "100", name?: string): Promise<{ headers: Record<string, string> }> {
    const session = await this.hasAccount();
    const credentials = { headers: { Authorization: `Bearer ${session.access_token}` } };
    if (name !== undefined) await this.office.call("memberSettingsProfile", { body: { name }, ...credentials });
    const asset = "usdt-trc20";
    await this.office.call("balanceCreate", { body: { asset }, ...credentials });
    await this.office.call("sandboxDeposits", { body: { asset, amount }, ...credentials });
    await expect
      .poll(
        async () =>
          Number((await this.office.call("balanceCoin", { query: { asset }, ...credentials })).data.available),
        {
          intervals: [50, 100, 200],
        },
      )
      .toBe(Number(amount));
    await this.takesSession(session);
    return credentials;
  }

  /** Signs in once more, as after a session's end, and puts the session into this browser; opens no page. */
  async beginsAgain(): Promise<{ headers: Record<string, string> }> {
    const { data } = await this.office.call("signin", { body: { email: this.email, password } });
    if (data["2fa"]) throw new Error("A code is asked for");
    await this.takesSession(data);
    return { headers: { Authorization: `Bearer ${data.access_token}` } };
  }

  private async takesSession(session: { access_token: string; expires_at: string }): Promise<void> {
    const { access_token: bearer, expires_at: endsAt } = session;
    const value = await sealedSession(this.site, { bearer, endsAt });
    await this.page.context().addCookies([{ name: "session", value, url: this.site.origin, httpOnly: true }]);
  }

  /** Creates the account through the pages. */
  async signsUp(): Promise<void> {
    await this.asksForCode();
    await this.entersCode(await this.code());
    await expect(this.page).toHaveURL(new RegExp(`${prefix(this.lang)}/dashboard$`));
  }

  /** Saves an address through the service, with the code of its email. */
  async savesAddress(
    place: { asset: string; label: string; account: string },
    credentials: object,
  ): Promise<{ id: string }> {
    await this.office.call("memberAddressCode", { body: place, ...credentials });
    const body = { ...place, code: await this.code("address_code") };
    return (await this.office.call("memberAddressAdd", { body, ...credentials })).data;
  }

  /** Confirms on the page what is about to be saved, with the code of its email. */
  async confirmsAddress(): Promise<void> {
    await this.field("account:addresses.confirm.email").fill(await this.code("address_code"));
    await this.button("account:addresses.confirm.submit").click();
    await expect(this.page.getByText(this.say("account:addresses.saved.title"))).toBeVisible();
  }

  /** Opens the wallet through the page; `USDT TRC20`. */
  async opensWallet(wallet: string): Promise<void> {
    await this.opens("/dashboard/wallets");
    await this.page.getByRole("button", { name: this.say("wallets:list.openOne", { wallet }) }).click();
    await expect(this.page).toHaveURL(/\/dashboard\/wallets\/deposit\?/);
  }

  /** The deposit page's test panel sends one, and the page shows it. */
  async simulatesDeposit(): Promise<void> {
    await this.button("wallets:sandbox.pay").click();
    const incoming = this.page.getByRole("heading", { name: this.say("wallets:incoming") });
    await expect(
      incoming.or(this.page.getByRole("heading", { name: this.say("wallets:deposits.earlier") })).first(),
    ).toBeVisible();
  }

  /** Fills in the form of the open page. */
  async givesPassword(typed = password): Promise<void> {
    await this.field("auth:email").fill(this.email);
    await this.field("auth:password").fill(typed);
    await this.button("auth:signIn.submit").click();
  }

  async signsIn(): Promise<void> {
    await this.opens("/sign-in");
    await this.givesPassword();
    await expect(this.page).toHaveURL(new RegExp(`${prefix(this.lang)}/dashboard$`));
  }

  async signsOut(): Promise<void> {
    await this.button("shell:member.signOut").filter({ visible: true }).first().click();
    await expect(this.page.getByText(this.say("auth:signIn.out"))).toBeVisible();
  }

  /** Whether the dashboard opens in this browser. */
  async isIn(): Promise<boolean> {
    await this.opens("/dashboard");
    return !this.page.url().includes("/sign-in");
  }
}

/** An authenticator's code for a secret and time (RFC 6238: SHA-1, six digits, 30 seconds). */
export function totp(secret: string, at: number): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/[\s=]/g, "")]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", key).update(step).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
