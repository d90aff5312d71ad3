import { ne } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteExpiredAccountRows } from "../../../upstream/accounts/closing/retention.ts";
import {
  audit,
  emailCode,
  emailMessage,
  memberSession,
  securityEvent,
  totp,
} from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail, tronAddress } from "../../support/orders/example-customer.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import {
  askForAccount,
  by,
  codeFor,
  from,
  type Member,
  password,
  signedIn,
  signedUp,
  withTwoFactor,
} from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";

let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await signedUp(service, customerEmail);
});

const profile = (token = anna.token) => service.call("memberProfile", by(token));
const kindsTo = async (email: string) => (await service.emails(email)).map(({ kind }) => kind);

describe("changing the email", () => {
  const ask = (email: string, typedPassword = password) =>
    service.call("emailChangeRequest", { body: { email, password: typedPassword }, ...by(anna.token) });
  const confirm = (challenge_id: string, code: string, token = anna.token) =>
    service.call("emailChangeConfirm", { body: { challenge_id, code }, ...by(token) });

  test("is confirmed by a code to the new address, and the old address is notified", async () => {
    const other = await signedIn(service, customerEmail);
    const { challenge_id } = (await ask("new@example.com")).reply().data;
    const { data } = (await confirm(challenge_id, await codeFor(service, "new@example.com", "email_change"))).reply();
    expect(data).toMatchObject({ email: "new@example.com", sessions_revoked: 1 });
    expect(data.withdrawals_frozen_until).toBe("2026-11-22T12:00:00.000Z");
    expect((await profile(data.access_token)).reply().data.email).toBe("new@example.com");
    for (const token of [other, anna.token]) expect((await profile(token)).status).toBe(401);
    expect(await kindsTo(customerEmail)).toContain("email_changed");
    expect(await signedIn(service, "new@example.com")).not.toBe("");
    // Who still reads the old mailbox alone can stop what follows.
    const notice = (await service.emails(customerEmail)).find(({ kind }) => kind === "email_changed");
    const key = decodeURIComponent(/withdrawals\/report\?t=(\S+)/.exec(notice?.text ?? "")?.[1] ?? "");
    const freeze = (await service.call("withdrawalsReport", { body: { key } })).reply().data;
    expect(freeze).toMatchObject({
      email: "n•••w@example.com",
      email_changed_at: service.ctx.clock.now().toISOString(),
    });
    expect((await profile(data.access_token)).status).toBe(401);
  });

  test("to one with an account gets the same response, and its owner is notified", async () => {
    await signedUp(service, "eve@example.com");
    await service.pass(60);
    const { challenge_id, code_length } = (await ask("eve@example.com")).reply().data;
    expect(code_length).toBe(6);
    expect(await kindsTo("eve@example.com")).toContain("email_change_taken");
    expect((await confirm(challenge_id, "000000")).problem().code).toBe("code_invalid");
  });

  test("sends the code again without the password for a quarter of an hour, to the same address only", async () => {
    const again = (email: string, challenge_id: string, token = anna.token) =>
      service.call("emailChangeRequest", { body: { email, challenge_id }, ...by(token) });
    const eve = await signedUp(service, "eve@example.com");
    const first = (await ask("new@example.com")).reply().data.challenge_id;
    await service.pass(60);
    for (const response of [
      await again("other@example.com", first),
      await again("new@example.com", "ch_unknown"),
      await again("new@example.com", first, eve.token),
    ]) {
      expect(response.problem().code).toBe("code_expired");
    }
    const second = (await again("NEW@example.com", first)).reply().data.challenge_id;
    expect(second).not.toBe(first);
    await service.pass(60);
    expect((await again("new@example.com", first)).problem().code).toBe("code_expired");
    await service.pass(14 * 60);
    expect((await again("new@example.com", second)).problem().code).toBe("code_expired");
    expect(
      refused(await service.call("emailChangeRequest", { body: { email: "new@example.com" }, ...by(anna.token) }))
        .errors,
    ).toMatchObject([{ pointer: "/password", code: "required" }]);
  });

  test("needs the password, and its code works for the requesting member only", async () => {
    expect(refused(await ask("new@example.com", "not her password")).errors).toMatchObject([
      { code: "password_wrong" },
    ]);
    const eve = await signedUp(service, "eve@example.com");
    const { challenge_id } = (await ask("new@example.com")).reply().data;
    const code = await codeFor(service, "new@example.com", "email_change");
    expect((await confirm(challenge_id, code, eve.token)).problem().code).toBe("code_expired");
    expect((await confirm(challenge_id, code)).status).toBe(200);
  });
});

describe("closing the account", () => {
  const close = (typedPassword = password) =>
    service.call("memberClose", { body: { password: typedPassword }, ...by(anna.token) });

  test("needs all orders ended, then deletes what the law does not require and frees the address", async () => {
    const order = await executedOrder(service);
    await openEmailedLink(service, order.ref);
    expect((await close()).problem()).toMatchObject({ status: 409, code: "account_in_use" });
    await service.call("exchangeCancel", { body: { ref: order.ref }, ...by(anna.token) });
    expect(refused(await close("not her password")).errors).toMatchObject([{ code: "password_wrong" }]);
    const { data } = (await close()).reply();
    expect(data).toEqual({
      closed_at: "2026-11-21T12:00:00.000Z",
      kept: ["orders", "security_events"],
      kept_until: "2031-11-21T12:00:00.000Z",
    });
    expect((await profile()).status).toBe(401);
    const again = await service.call("signin", { body: { email: customerEmail, password } });
    expect(again.problem().code).toBe("invalid_credentials");
    expect(await kindsTo(customerEmail)).toContain("closed");
    await service.pass(60);
    expect((await signedUp(service, customerEmail)).id).not.toBe(anna.id);
  });
});

test("the data export contains orders, addresses and history, and no credentials", async () => {
  const order = await executedOrder(service);
  await openEmailedLink(service, order.ref);
  const address = { asset: "usdt-trc20", label: "own", account: tronAddress, memo: null };
  expect((await saveAddress(service, anna, address)).status).toBe(201);
  const { secret, recoveryCodes } = await withTwoFactor(service, anna);
  const { text } = await service.call("memberExport", by(anna.token));
  for (const expectedText of [anna.id, customerEmail, order.ref, "two_factor_enabled"])
    expect(text).toContain(expectedText);
  for (const hidden of [secret, recoveryCodes[0] ?? "", anna.token, password, order.token, "argon2", "Hash"]) {
    expect(text).not.toContain(hidden);
  }
  expect(text.match(/"[a-z]+[A-Z]\w*":/g), "every key is written as in the rest of the API").toBeNull();
});

test("codes, sessions and emails are deleted after their retention time, the history after two years", async () => {
  const { db } = service.upstream.context;
  await service.call("signin", { body: { email: "nobody@example.com", password } });
  const counts = async () => {
    const tables = [emailCode, memberSession, emailMessage, securityEvent];
    return Promise.all(tables.map(async (table) => (await db.orm.select().from(table)).length));
  };
  expect(await counts()).toEqual([1, 1, 1, 2]);
  const later = async (days: number) => {
    await service.pass(days * 86_400);
    await deleteExpiredAccountRows(service.upstream.context);
    return counts();
  };
  expect(await later(2)).toEqual([0, 0, 1, 2]);
  expect(await later(30)).toEqual([0, 0, 1, 1]);
  expect(await later(60)).toEqual([0, 0, 0, 1]);
  expect(await later(700)).toEqual([0, 0, 0, 0]);
});

describe("an operator", () => {
  const operator = async (command: string, args: Record<string, string>) => {
    const outcome = await runCommand(service.upstream.context, { command, args, operator: { name: "boris" } });
    await service.runJobs();
    return outcome;
  };
  const reason = "she called";

  test("unlocks a member whose authenticator was locked", async () => {
    await withTwoFactor(service, anna);
    await service.upstream.context.db.orm.update(totp).set({ failures: 100 });
    expect(await operator("members unlock", { email: customerEmail, reason })).toMatchObject({
      ok: true,
      data: { wrong_two_factor_codes_before: 100 },
    });
    expect(await operator("members show", { email: customerEmail })).toMatchObject({
      ok: true,
      data: { wrong_two_factor_codes: 0, two_factor: true, sessions: 1 },
    });
    // The member is told, since wrong codes may be entered again.
    expect((await service.emails(customerEmail)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("Sign-in to your account is unblocked"),
    );
  });

  test("unlocks a member whom wrong passwords keep out, from every network", async () => {
    const signin = (typedPassword: string, address: string) =>
      service.call("signin", {
        body: { email: customerEmail.toUpperCase(), password: typedPassword },
        ...from(address),
      });
    for (let at = 0; at < 12; at += 1) await signin("not her password", "198.51.100.1");
    for (const address of ["198.51.100.1", "203.0.113.1"]) expect((await signin(password, address)).status).toBe(429);
    expect(await operator("members unlock", { email: customerEmail, reason })).toMatchObject({ ok: true });
    for (const address of ["203.0.113.1", "198.51.100.1"]) expect((await signin(password, address)).status).toBe(200);
  });

  test("ends all sessions of a member", async () => {
    expect(await operator("members sign-out", { email: customerEmail, reason })).toMatchObject({ ok: true });
    expect((await profile()).status).toBe(401);
    const [entry] = await service.upstream.context.db.orm.select().from(audit).where(ne(audit.actor, "demo market"));
    expect(entry).toMatchObject({ actor: "boris", action: "members sign-out", subject: anna.id, reason });
  });

  test("resends a code without seeing it, and never one without a recipient", async () => {
    await askForAccount(service, "new@example.com");
    const first = await codeFor(service, "new@example.com");
    const outcome = await operator("members resend-code", { email: "new@example.com", reason });
    expect(outcome).toMatchObject({ ok: true, data: { sent: "sign_up" } });
    expect(JSON.stringify(outcome)).not.toContain(first);
    expect(await service.emails("new@example.com")).toHaveLength(2);
    await service.call("passwordResetCode", { body: { email: "nobody@example.com" } });
    expect(await operator("members resend-code", { email: "nobody@example.com", reason })).toMatchObject({ ok: false });
  });
});
