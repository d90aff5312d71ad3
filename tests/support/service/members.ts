import { Secret, TOTP } from "otpauth";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Wire } from "./api-client.ts";
import type { Exchange } from "./exchange.ts";

export const password = "correct horse battery staple";

type Sender = Pick<Wire, "headers" | "peer">;
export type Member = { email: string; token: string; id: string };

/** Headers of a call with this bearer. */
export const by = (token: string): Pick<Wire, "headers"> => ({ headers: { Authorization: `Bearer ${token}` } });

/** A separate client address for rate limits. */
export const from = (address: string): Pick<Wire, "peer"> => ({ peer: { address, isTrusted: false } });

/** The newest code in this address's mailbox. */
export async function codeFor(service: Exchange, email: string, purpose = "sign_up"): Promise<string> {
  const message = (await service.emails(email)).find(({ kind }) => kind === `${purpose}_code`);
  const code = message?.text.match(/^[^:\n]+: ([\d ]{7,15})$/m)?.[1]?.replaceAll(" ", "");
  if (!code) throw new Error(`No code for ${email}`);
  return code;
}

export async function askForAccount(service: Exchange, email: string, sent: Sender = {}, locale: Lang = "en") {
  const response = await service.call("registerRequestCode", { body: { email, locale }, ...sent });
  return response.reply().data;
}

export async function signedUp(service: Exchange, email: string, sent: Sender = {}): Promise<Member> {
  const { challenge_id } = await askForAccount(service, email, sent);
  const code = await codeFor(service, email);
  const body = { challenge_id, email, code, password, terms_version: termsVersion };
  const { data } = (await service.call("registerVerifyAccount", { body, ...sent })).reply();
  return { email, token: data.access_token, id: data.user.id };
}

export async function signedIn(service: Exchange, email: string, sent: Sender = {}): Promise<string> {
  const { data } = (await service.call("signin", { body: { email, password }, ...sent })).reply();
  if (data["2fa"]) throw new Error(`${email} needs a second factor`);
  return data.access_token;
}

/** The authenticator's code at a time of the service's clock. */
export function totpCode(service: Exchange, secret: string, secondsFromNow = 0): string {
  const timestamp = service.upstream.context.clock.now().getTime() + secondsFromNow * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Enables two-factor sign-in; returns its secret and recovery codes. The member continues with a new bearer. */
export async function withTwoFactor(service: Exchange, member: Member) {
  const { data } = (await service.call("twoFactorGenerate", { body: { password }, ...by(member.token) })).reply();
  const code = totpCode(service, data.secret);
  const enabled = (await service.call("twoFactorEnable", { body: { code }, ...by(member.token) })).reply();
  member.token = enabled.data.access_token;
  return { secret: data.secret, recoveryCodes: enabled.data.recovery_codes };
}
