import { beforeEach, describe, expect, test } from "vitest";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { emailMessage } from "../../../upstream/db/schema/service.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { emailedToken, openEmailedLink } from "../../support/orders/emailed-link.ts";
import {
  acceptTerms,
  executeDraft,
  executedOrder,
  giveDetails,
  openDraft,
  track,
} from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, from, type Member, password, signedUp, totpCode, withTwoFactor } from "../../support/service/members.ts";

const email = "anna@example.com";
const phrase = "синяя цапля <at> dawn";
const logged: string[] = [];
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange({ onLog: (line) => logged.push(line) });
  anna = await signedUp(service, email, from("192.0.2.1"));
});

const set = async (words: string | null, typed = password) => {
  // Later than the sign-up, so that the newest entry and email are of this change.
  await service.pass(60);
  return service.call("memberSettingsPhrase", { body: { phrase: words, password: typed }, ...by(anna.token) });
};
const profile = async () => (await service.call("memberProfile", by(anna.token))).reply().data;
/** The mailbox lists the newest first. */
const lastEmail = async () => (await service.emails(email))[0];

describe("a member's phrase", () => {
  test("begins each email about what the member did, from its own notice on, escaped in HTML", async () => {
    expect((await lastEmail())?.text).not.toContain("phrase");
    expect((await set(`  ${phrase}  `)).reply().data).toEqual({ phrase });
    expect((await profile()).phrase).toBe(phrase);
    const notice = await lastEmail();
    expect(notice?.text.startsWith(`Your phrase: ${phrase}\n`)).toBe(true);
    expect(notice?.html).toContain("Your phrase: синяя цапля &lt;at&gt; dawn");

    await orderOfAnna(by(anna.token));
    expect((await lastEmail())?.text).toContain(`Your phrase: ${phrase}\n`);
  });

  test("is in no email about an order of somebody who typed the address, until its link was opened", async () => {
    await set(phrase);
    const ref = await orderOfAnna();
    expect(await lastEmail()).toMatchObject({ kind: "created", text: expect.not.stringContaining(phrase) });
    await openEmailedLink(service, ref, email);
    await service.pass(60);
    await service.call("exchangeCancel", { body: { ref }, token: await emailedToken(service, ref, email) });
    expect(await lastEmail()).toMatchObject({ kind: "cancelled", text: expect.stringContaining(phrase) });
  });

  test("is in no email to anybody else", async () => {
    await set(phrase);
    await executedOrder(service);
    const others = await service.emails("anna.ivanova@example.com");
    expect(others.length).toBeGreaterThan(0);
    expect(JSON.stringify(others)).not.toContain(phrase);
  });

  test("is neither in the kept emails, nor in the operator's commands, nor in the log", async () => {
    await set(phrase);
    await orderOfAnna();
    expect(JSON.stringify(await service.ctx.db.orm.select().from(emailMessage))).not.toContain(phrase);
    const outcome = await runCommand(service.ctx, {
      command: "members show",
      args: { email },
      operator: { name: "boris" },
    });
    expect(JSON.stringify(outcome)).not.toContain(phrase);
    expect(logged.join("\n")).not.toContain(phrase);
  });

  test("is changed only with the password, and the history notes it", async () => {
    expect(refused(await set(phrase, "wrong password")).errors).toEqual([
      { pointer: "/password", code: "password_wrong" },
    ]);
    expect((await profile()).phrase).toBeNull();
    await set(phrase);
    const { data } = (await service.call("memberLogins", by(anna.token))).reply();
    expect(data[0]).toMatchObject({ event: "phrase_changed", method: "password" });
    expect(JSON.stringify(data)).not.toContain(phrase);
  });

  test("is changed only with the second factor where there is one", async () => {
    const factor = await withTwoFactor(service, anna);
    // The code that enabled it is used.
    await service.pass(60);
    const body = { phrase, password };
    expect((await service.call("memberSettingsPhrase", { body, ...by(anna.token) })).problem().code).toBe(
      "two_factor_required",
    );
    const proven = { ...body, two_factor_code: totpCode(service, factor.secret) };
    expect((await service.call("memberSettingsPhrase", { body: proven, ...by(anna.token) })).status).toBe(200);
  });

  test.each(["abc", " a\u200b\u200bc ", "x".repeat(61)])("of a wrong length is refused: %j", async (words) => {
    expect(refused(await set(words)).errors).toEqual([{ pointer: "/phrase", code: "phrase_length" }]);
    expect((await profile()).phrase).toBeNull();
  });

  test("is one line, whatever is pasted", async () => {
    expect((await set("blue heron\r\n\r\nPay here: https://evil.test")).reply().data).toEqual({
      phrase: "blue heron Pay here: https://evil.test",
    });
  });

  test("is removed with nothing, and with the account", async () => {
    await set(phrase);
    expect((await set("")).reply().data).toEqual({ phrase: null });
    expect((await lastEmail())?.text).not.toContain(phrase);
    await set(phrase);
    await service.call("memberClose", { body: { password }, ...by(anna.token) });
    const rows = await service.ctx.db.orm.select({ phrase: member.phrase }).from(member);
    expect(rows).toEqual([{ phrase: null }]);
  });
});

/** An executed order with the member's address: of a visitor, or by the member's session. */
async function orderOfAnna(session: object = {}): Promise<string> {
  await service.pass(60);
  const { call } = service;
  const visitor: Exchange = { ...service, call: (name, sent) => call(name, { ...session, ...sent }) };
  const draft = await openDraft(visitor);
  await giveDetails(visitor, draft, { email });
  const detailed = { ...draft, order: await track(visitor, draft) };
  await acceptTerms(visitor, detailed);
  (await executeDraft(visitor, detailed)).reply();
  return draft.ref;
}
