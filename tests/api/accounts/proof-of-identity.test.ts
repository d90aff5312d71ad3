import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "../../../upstream/accounts/closing/close-account.ts";
import { changePassword } from "../../../upstream/accounts/security/change-password.ts";
import { changePhrase } from "../../../upstream/accounts/security/change-phrase.ts";
import { hashPassword, networksOfMember, savePassword } from "../../../upstream/accounts/security/passwords.ts";
import { disableTotp } from "../../../upstream/accounts/security/two-factor.ts";
import { sessionOf } from "../../../upstream/accounts/sign-in/sessions.ts";
import { member, memberPassword, memberSession, recoveryCode, totp } from "../../../upstream/db/schema/accounts.ts";
import { refuse } from "../../../upstream/shared/rules/refusal.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, password, signedUp, totpCode, withTwoFactor } from "../../support/service/members.ts";

const next = "another horse entirely";
let service: Exchange;
let anna: Member;
let secret: string;
let recovery: string;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, "anna@example.com");
  const factor = await withTwoFactor(service, anna);
  secret = factor.secret;
  recovery = factor.recoveryCodes[0] ?? "";
  // The code that turned it on is used. The next call notes that the session is in use.
  await service.pass(60);
  await service.call("memberProfile", by(anna.token));
});

type Proof = { password?: string; code?: string | null };
const code = () => totpCode(service, secret);
const wrong = (right: string) => right.replace(/.$/, (digit) => String((Number(digit) + 5) % 10));

/** Each change that an open session is not enough for. */
const changes = {
  memberSettingsPassword: ({ password: current_password = password, code: two_factor_code = code() }: Proof) =>
    service.ask("memberSettingsPassword", {
      body: { current_password, password: next, two_factor_code },
      ...by(anna.token),
    }),
  emailChangeRequest: ({ password: typed = password, code: two_factor_code = code() }: Proof) =>
    service.ask("emailChangeRequest", {
      body: { email: "new@example.com", password: typed, two_factor_code },
      ...by(anna.token),
    }),
  memberClose: ({ password: typed = password, code: two_factor_code = code() }: Proof) =>
    service.ask("memberClose", { body: { password: typed, two_factor_code }, ...by(anna.token) }),
  memberSettingsPhrase: ({ password: typed = password, code: two_factor_code = code() }: Proof) =>
    service.ask("memberSettingsPhrase", {
      body: { phrase: "blue heron", password: typed, two_factor_code },
      ...by(anna.token),
    }),
  twoFactorDisable: ({ password: typed = password, code: typedCode = code() }: Proof) =>
    service.ask("twoFactorDisable", { body: { password: typed, code: typedCode ?? "" }, ...by(anna.token) }),
};
const names = Object.keys(changes) as (keyof typeof changes)[];

/** All that these changes write, the emails included. */
async function state() {
  const tables = [member, memberPassword, memberSession, recoveryCode];
  const rows = await Promise.all(tables.map((table) => service.ctx.db.orm.select().from(table)));
  const factors = await service.ctx.db.orm.select({ confirmedAt: totp.confirmedAt }).from(totp);
  const codes = (await service.emails("new@example.com")).length;
  return { rows, factors, codes };
}

describe.each(names)("%s", (name) => {
  test("needs the password, and the right one", async () => {
    const before = await state();
    for (const [typed, expected] of [
      ["", "required"],
      ["not her password", "password_wrong"],
      [password.toUpperCase(), "password_wrong"],
      [`${password} `, "password_wrong"],
    ] as const) {
      const refused = (await changes[name]({ password: typed })).problem();
      expect(refused, typed).toMatchObject({ status: 422, errors: [{ code: expected }] });
    }
    expect(await state()).toEqual(before);
  });

  test("needs a code of the authenticator, or a recovery code, and takes each once", async () => {
    const before = await state();
    const missing = (await changes[name]({ code: null })).problem();
    expect([missing.code, missing.errors?.[0]?.code]).toEqual(
      name === "twoFactorDisable" ? ["validation_failed", "required"] : ["two_factor_required", undefined],
    );
    expect((await changes[name]({ code: wrong(code()) })).problem().code).toBe("two_factor_invalid");
    expect((await changes[name]({ code: wrong(recovery) })).problem().code).toBe("two_factor_invalid");
    expect(await state()).toEqual(before);
    const used = await changes.memberSettingsPhrase({ code: recovery });
    expect(used.status).toBe(200);
    expect((await changes[name]({ code: recovery })).problem().code).toBe("two_factor_invalid");
    expect((await changes[name]({})).status).toBeLessThan(300);
  });
});

/** What a call finds whose password was replaced between its check and its transaction. */
async function withPasswordReplaced() {
  const { ctx } = service;
  const now = ctx.clock.now();
  const signedIn = await sessionOf(ctx, anna.token, now);
  if (!signedIn) throw new Error("No session");
  const hash = await hashPassword("a third horse", networksOfMember("mb_any"));
  const transaction: typeof ctx.db.transaction = (work) =>
    ctx.db.transaction(async (tx) => {
      await savePassword(tx, anna.id, hash, now);
      return work(tx);
    });
  const origin = { address: null, network: "home", client: null };
  return { ctx: { ...ctx, db: { ...ctx.db, transaction } }, signedIn, rest: { origin, now } };
}

test.each<[string, (at: Awaited<ReturnType<typeof withPasswordReplaced>>) => Promise<unknown>]>([
  [
    "password change",
    ({ ctx, signedIn, rest }) =>
      changePassword(ctx, signedIn, { current: password, password: next, secondFactor: code(), ...rest }),
  ],
  [
    "change of the phrase",
    ({ ctx, signedIn, rest }) =>
      changePhrase(ctx, signedIn, { phrase: "blue heron", password, secondFactor: code(), ...rest }),
  ],
  [
    "closing of the account",
    ({ ctx, signedIn, rest }) =>
      closeAccount(ctx, signedIn, { password, secondFactor: code(), isGivenUp: false, ...rest }),
  ],
  [
    "switching off of two-factor sign-in",
    ({ ctx, signedIn, rest }) => disableTotp(ctx, signedIn, { password, code: code(), ...rest }),
  ],
])("a %s changes nothing when the password it proved was replaced meanwhile", async (_, change) => {
  const rows = () =>
    Promise.all([member, memberSession, recoveryCode].map((table) => service.ctx.db.orm.select().from(table)));
  const before = await rows();
  expect(await change(await withPasswordReplaced())).toEqual(refuse("unauthenticated"));
  expect(await rows()).toEqual(before);
  expect(await service.ctx.db.orm.select({ on: totp.confirmedAt }).from(totp)).toEqual([{ on: expect.any(Date) }]);
});
