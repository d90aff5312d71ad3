import { beforeEach, describe, expect, test } from "vitest";
import { deleteAddress } from "../../../upstream/accounts/addresses/delete-address.ts";
import { saveAddress } from "../../../upstream/accounts/addresses/save-address.ts";
import { memberByEmail } from "../../../upstream/accounts/members.ts";
import { setAvatar } from "../../../upstream/accounts/profile/avatars.ts";
import { changeProfile } from "../../../upstream/accounts/profile/change-profile.ts";
import { sessionOf } from "../../../upstream/accounts/sign-in/sessions.ts";
import { completeSignIn } from "../../../upstream/accounts/sign-in/sign-in.ts";
import { avatar, member, memberSession, savedAddress, securityEvent } from "../../../upstream/db/schema/index.ts";
import { refuse } from "../../../upstream/shared/rules/refusal.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { onePixel } from "../../support/service/member-calls.ts";
import {
  by,
  codeFor,
  type Member,
  password,
  signedIn,
  signedUp,
  totpCode,
  withTwoFactor,
} from "../../support/service/members.ts";
import { askForAddress } from "../../support/service/saved-addresses.ts";

const email = "anna@example.com";
const another = "another horse entirely";
const atOnce = 32;

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, email);
});

type Answered = { status: number };

/**
 * The same call many times at once; how often it succeeded. The others came after the session had ended (401) or after the
 * password or code was no longer the one (422), were too many (429), or waited too long for their password's hash (503).
 */
async function successes(call: (at: number) => Promise<Answered>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, at) => call(at)));
  const statuses = answers.map(({ status }) => status);
  for (const status of statuses) expect([200, 401, 422, 429, 503]).toContain(status);
  return statuses.filter((status) => status === 200).length;
}

async function times(event: string): Promise<number> {
  const rows = await service.upstream.context.db.orm.select().from(securityEvent);
  return rows.filter((row) => row.event === event).length;
}

describe("of many equal calls at once", () => {
  test("one changes the password, and its bearer is the only one left", async () => {
    let bearer = "";
    const done = await successes(async () => {
      const body = { current_password: password, password: another };
      const response = await service.call("memberSettingsPassword", { body, ...by(anna.token) });
      if (response.status === 200) bearer = response.reply().data.access_token;
      return response;
    });
    expect([done, await times("password_changed")]).toEqual([1, 1]);
    expect((await service.call("memberProfile", by(bearer))).status).toBe(200);
    expect((await service.call("memberSessions", by(bearer))).reply().data).toHaveLength(1);
  });

  test("of two sessions one changes the password, and the other is over", async () => {
    const tokens = [anna.token, await signedIn(service, email)];
    const done = await successes((at) => {
      const body = { current_password: password, password: `${another} ${at}` };
      return service.call("memberSettingsPassword", { body, ...by(tokens[at % 2] ?? "") });
    });
    expect([done, await times("password_changed")]).toEqual([1, 1]);
  });

  test("one closes the account", async () => {
    const done = await successes(() => service.call("memberClose", { body: { password }, ...by(anna.token) }));
    expect([done, await times("closed")]).toEqual([1, 1]);
  });

  test("one turns two-step sign-in on, and one turns it off", async () => {
    const { data } = (await service.call("twoFactorGenerate", { body: { password }, ...by(anna.token) })).reply();
    const body = { code: totpCode(service, data.secret) };
    const enable = () => service.call("twoFactorEnable", { body, ...by(anna.token) }).then(refusalOfLoser);
    expect([await successes(enable), await times("two_factor_enabled")]).toEqual([1, 1]);
    const boris = await signedUp(service, "boris@example.com");
    const { recoveryCodes } = await withTwoFactor(service, boris);
    const disable = (at: number) => {
      const off = { password, code: recoveryCodes[at % recoveryCodes.length] ?? "" };
      return service.call("twoFactorDisable", { body: off, ...by(boris.token) }).then(refusalOfLoser);
    };
    expect([await successes(disable), await times("two_factor_disabled")]).toEqual([1, 1]);
  });

  test("one changes the email", async () => {
    const changeRequest = { body: { email: "new@example.com", password }, ...by(anna.token) };
    const { challenge_id } = (await service.call("emailChangeRequest", changeRequest)).reply().data;
    const body = { challenge_id, code: await codeFor(service, "new@example.com", "email_change") };
    const confirm = () => service.call("emailChangeConfirm", { body, ...by(anna.token) }).then(refusalOfLoser);
    expect([await successes(confirm), await times("email_changed")]).toEqual([1, 1]);
  });
});

/** Refusals of these calls when another one was first. */
function refusalOfLoser(answer: Answered): Answered {
  return [409, 410, 422].includes(answer.status) ? { status: 401 } : answer;
}

test("a sign-in that proved the old password before the change opens no session after it", async () => {
  const { context: ctx } = service.upstream;
  const before = await memberByEmail(ctx.db.orm, email);
  if (!before?.passwordHash) throw new Error("No password");
  const body = { current_password: password, password: another };
  const changed = await service.call("memberSettingsPassword", { body, ...by(anna.token) });
  const enter = (provenPassword: string) => {
    const origin = { address: null, network: "home", client: null };
    const step = { row: before.member, method: "password", provenPassword, remembered: false, origin } as const;
    return completeSignIn(ctx, { ...step, now: ctx.clock.now() });
  };
  expect(await enter(before.passwordHash)).toEqual(refuse("invalid_credentials"));
  const bearer = changed.reply().data.access_token;
  expect((await service.call("memberSessions", by(bearer))).reply().data).toHaveLength(1);
  const now = await memberByEmail(ctx.db.orm, email);
  expect(await enter(now?.passwordHash ?? "")).toMatchObject({ status: "open" });
});

test("a sign-in that proved who it is before the account was closed opens no session after it", async () => {
  const { context: ctx } = service.upstream;
  const before = await memberByEmail(ctx.db.orm, email);
  if (!before) throw new Error("No member");
  expect((await service.call("memberClose", { body: { password }, ...by(anna.token) })).status).toBe(200);
  const origin = { address: null, network: "home", client: null };
  // Google proves no password, which would be gone too.
  const step = { row: before.member, method: "google", remembered: false, origin } as const;
  expect(await completeSignIn(ctx, { ...step, now: ctx.clock.now() })).toEqual(refuse("invalid_credentials"));
  expect(await ctx.db.orm.select().from(memberSession)).toEqual([]);
});

test("what was sent before the account was closed leaves no personal data in it", async () => {
  const { context: ctx } = service.upstream;
  const now = ctx.clock.now();
  const before = await sessionOf(ctx, anna.token, now);
  if (!before) throw new Error("No session");
  const input = { asset: "usdt-trc20", label: "Home", account: tronAddress, memo: null };
  await askForAddress(service, anna, input);
  const code = await codeFor(service, email, "address");
  expect((await service.call("memberClose", { body: { password }, ...by(anna.token) })).status).toBe(200);
  const rest = { origin: { address: null, network: "home", client: null }, now };
  const closed = refuse("unauthenticated");
  expect(await changeProfile(ctx, before, { input: { name: "Anna" }, ...rest })).toEqual(closed);
  expect(await setAvatar(ctx, before, { dataUrl: onePixel, ...rest })).toEqual(closed);
  expect(await saveAddress(ctx, before, { input, code, ...rest })).toEqual(closed);
  expect(await deleteAddress(ctx, before, { id: "adr_1", ...rest })).toEqual(closed);
  const [row] = await ctx.db.orm.select().from(member);
  expect(row).toMatchObject({ name: null, avatarId: null });
  expect(await ctx.db.orm.select().from(avatar)).toEqual([]);
  expect(await ctx.db.orm.select().from(savedAddress)).toEqual([]);
});
