import { beforeEach, describe, expect, test } from "vitest";
import type { Lang } from "../../../contract/values/languages.ts";
import { queueDigests } from "../../../upstream/mail/outbox/queue-digests.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import {
  acceptTerms,
  executeDraft,
  executedOrder,
  giveDetails,
  openDraft,
  track,
} from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, from, type Member, password } from "../../support/service/members.ts";
import { fundedMember, requested } from "../../support/withdrawals/withdrawals.ts";

const phrase = "blue heron at dawn";
const sentence = "Move your money at evil dot test";
const most = 24;
let service: Exchange;
let anna: Member;
let number = 0;

beforeEach(async () => {
  service = await exchange();
  anna = await fundedMember(service);
  await service.call("memberSettingsPhrase", { body: { phrase, password }, ...by(anna.token) });
  await service.pass(60);
});

/** Spellings of one mailbox, as a stranger would try them. */
const spelt = () => [anna.email, anna.email.toUpperCase(), anna.email.replace("@", "+1@")][number % 3] ?? anna.email;

/** One press of every form that emails an address, each from a network of its own. */
async function everyForm(language: Lang) {
  number += 1;
  const sent = { ...from(`198.51.${number}.7`), headers: { "Accept-Language": language } };
  const { call } = service;
  const visitor: Exchange = { ...service, call: (name, options) => call(name, { ...sent, ...options }) };
  const email = spelt();
  await visitor.call("registerRequestCode", { body: { email } });
  await visitor.call("passwordResetCode", { body: { email } });
  await visitor.call("botCheckEmailCode", { body: { action: "support", email } });
  await visitor.call("subscribe", { body: { email, locale: language } });
  await visitor.call("reserveRequest", { body: { pair: "usdt-trc20_paypal-usd", amount: "10", email } });
  const message = { email, topic: "other" as const, name: sentence, message: sentence, attachments: [] };
  await visitor.call("supportMessage", { body: message, key: `flood-${number}` });
  const draft = await openDraft(visitor);
  await giveDetails(visitor, draft, { email });
  const detailed = { ...draft, order: await track(visitor, draft) };
  await acceptTerms(visitor, detailed);
  await executeDraft(visitor, detailed);
  await visitor.call("exchangeTrackMail", { body: { ref: draft.ref, email } });
  await visitor.call("exchangeCancel", { body: { ref: draft.ref }, token: draft.token });
}

const mine = async () => (await service.emails()).filter(({ to }) => to.toLowerCase().startsWith("anna"));

describe.each(["en", "ru"] as const)("a stranger's flood of a member's mailbox in %s", (language) => {
  test("brings a limited number, no phrase, no sentence of the stranger, and one digest", async () => {
    const before = (await mine()).map(({ id }) => id);
    for (let round = 0; round < 8; round += 1) await everyForm(language);
    const flood = (await mine()).filter(({ id }) => !before.includes(id));
    expect(flood.length).toBeGreaterThan(5);
    expect(flood.length).toBeLessThanOrEqual(most);
    // The member's own code is not one of them.
    await requested(service, anna);
    expect((await mine())[0]).toMatchObject({ kind: "withdrawal_code", text: expect.stringContaining(phrase) });

    await service.pass(3600);
    for (let run = 0; run < 2; run += 1) await queueDigests(service.ctx);
    await service.runJobs();
    const digests = (await mine()).filter(({ kind }) => kind === "unasked_digest");
    expect(digests).toHaveLength(1);
    expect(digests[0]?.text).toMatch(/\/order\/[A-Z0-9]{10}\?t=[a-z2-7]{26}/);
    expect(digests[0]?.text).toContain("SUP-");
    for (const { text, html, subject } of [...flood, ...digests]) {
      expect(`${subject}${text}${html}`).not.toContain(phrase);
      expect(`${subject}${text}${html}`).not.toContain("evil dot test");
    }

    await everyForm(language);
    await service.pass(3 * 3600);
    await queueDigests(service.ctx);
    await service.runJobs();
    expect((await mine()).filter(({ kind }) => kind === "unasked_digest")).toHaveLength(1);
  });
});

test("a day later the mailbox gets emails again, and what was held in between is in the next digest", async () => {
  for (let round = 0; round < 4; round += 1) await everyForm("en");
  await service.pass(3600);
  await queueDigests(service.ctx);
  await everyForm("en");
  await service.pass(24 * 3600);
  const earlier = (await mine()).map(({ id }) => id);
  await queueDigests(service.ctx);
  await everyForm("en");
  const later = (await mine()).filter(({ id }) => !earlier.includes(id)).map(({ kind }) => kind);
  expect(later.filter((kind) => kind === "unasked_digest")).toHaveLength(1);
  expect(later).toContain("ticket_received");
});

test("the codes that strangers ask for leave room for the link of an order", async () => {
  const { ref } = await executedOrder(service);
  const to = customerEmail;
  const kinds = async () => (await service.emails(to)).map(({ kind }) => kind);
  await service.pass(25 * 3600);
  for (let hour = 0; hour < 6; hour += 1) {
    for (let press = 0; press < 5; press += 1) {
      const stranger = from(`198.51.${hour * 5 + press}.7`);
      await service.call("registerRequestCode", { body: { email: to }, ...stranger });
      await service.call("passwordResetCode", { body: { email: to }, ...stranger });
      await service.call("botCheckEmailCode", { body: { action: "support", email: to }, ...stranger });
    }
    await service.pass(3600);
  }
  const before = (await kinds()).filter((kind) => kind === "link").length;
  await service.call("exchangeTrackMail", { body: { ref, email: to } });
  await service.runJobs();
  expect((await kinds()).filter((kind) => kind.endsWith("_code")).length).toBeLessThanOrEqual((most * 3) / 4);
  expect((await kinds()).filter((kind) => kind === "link")).toHaveLength(before + 1);
});
