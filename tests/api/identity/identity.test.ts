import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  audit,
  emailMessage,
  identityParty,
  identityRecord,
  makerEntry,
  order,
} from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { keepIdentities } from "../../../upstream/screening/identity/upkeep.ts";
import { annaIdentity, stepTwo } from "../../support/identity/identity.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { acceptTerms, executeDraft, type OpenedOrder, openDraft, track } from "../../support/orders/order-steps.ts";
import { listFile } from "../../support/screening/list-files.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { additionOf, asStaff, enrol, must, person, type TestStaff } from "../../support/service/staff.ts";

let service: Exchange;
const logged: string[] = [];
beforeEach(async () => {
  logged.length = 0;
  service = await exchange({ settings: { IDENTITY_FROM: "1000" }, onLog: (line) => logged.push(line) });
});

const draftOf = (amount: string) => openDraft(service, { amount });
const place = async (draft: OpenedOrder) => {
  (await acceptTerms(service, draft)).reply();
  return executeDraft(service, draft);
};
/** An order of the tests' customer that is paid, or the refusal of its execution. */
const exchanged = async (amount: string, identity: typeof annaIdentity | null = null, other = {}) => {
  const draft = await draftOf(amount);
  const details = await stepTwo(service, draft, identity, other);
  return { draft, response: details.status === 200 ? await place(draft) : details };
};
const pay = (
  { ref, token }: OpenedOrder,
  event: "pay_exact" | "pay_over" | "pay_partial" | "pay_again" = "pay_exact",
  amount?: string,
) => service.call("sandboxEvents", { token, body: { ref, event, amount: amount ?? null } });

describe("from the amount of the setting an order asks who its customer is", () => {
  test("not below it, and nowhere without the setting", async () => {
    expect((await exchanged("900")).response.status).toBe(200);
    service = await exchange();
    const { draft, response } = await exchanged("5000");
    expect([draft.order.identity, response.status]).toEqual([null, 200]);
  });

  test("names what is needed, and each answer that is missing or wrong", async () => {
    const draft = await draftOf("1000");
    expect(draft.order.identity).toMatchObject({ state: "needed" });
    expect(draft.order.identity?.fields.map(({ name }) => name.slice("identity.".length))).toEqual([
      ...["full_name", "country", "birth_date", "source", "source_text", "originator", "originator_name"],
    ]);
    const missing = await stepTwo(service, draft, null);
    expect(missing.problem()).toMatchObject({
      ...{ status: 403, code: "kyc_required", identity: draft.order.identity },
      errors: ["full_name", "country", "birth_date", "source", "originator"].map((name) => ({
        ...{ pointer: `/identity/${name}`, code: "required" },
      })),
    });
    const wrong = {
      full_name: "http://x",
      country: "XX",
      birth_date: "2010-01-01",
      source: "other",
      originator: "other",
    };
    const errors = (await stepTwo(service, draft, wrong)).problem().errors;
    expect(Object.fromEntries((errors ?? []).map(({ pointer, code }) => [pointer.split("/")[2], code]))).toEqual({
      ...{ full_name: "name_format", country: "invalid", birth_date: "under_age", source_text: "required" },
      originator_name: "required",
    });
    expect((await acceptTerms(service, draft)).problem().code).toBe("invalid_transition");
  });

  test("is placed with the answers, which no reply, email or log repeats", async () => {
    const secret = { ...annaIdentity, full_name: "Anna Maria Ivanova", source: "other", source_text: "a lottery" };
    const { draft, response } = await exchanged("1000", secret);
    expect(response.status).toBe(200);
    await pay(draft);
    const order = await track(service, draft);
    expect(order).toMatchObject({ status: "completed", identity: null });
    const rows = await service.ctx.db.orm.select().from(identityRecord);
    const mails = await service.ctx.db.orm.select().from(emailMessage);
    const everything = JSON.stringify([order, rows, mails, logged, await service.emails()]);
    expect(everything).not.toMatch(/Anna Maria|1990-12-31|lottery/);
  });

  test("keeps the answers while the draft is edited, and changes one that is sent again", async () => {
    const draft = await draftOf("1000");
    (await stepTwo(service, draft, annaIdentity)).reply();
    const edited = (await stepTwo(service, draft, { country: "LV" }, { email: "new@example.com" })).reply();
    expect(edited.data.identity?.state).toBe("answered");
    const identity = await runCommand(service.ctx, {
      ...{ command: "identity show", args: { ref: draft.ref, reason: "a look" }, operator: { name: "anna" } },
    });
    expect(identity).toMatchObject({ ok: true, data: { country: "LV", full_name: "Anna Ivanova" } });
  });

  test("refuses a country that the company does not serve", async () => {
    Object.assign(service.ctx.env.COMPANY.countries, { served: "any", notServed: ["KP"] });
    const response = await stepTwo(service, await draftOf("1000"), { ...annaIdentity, country: "KP" });
    expect(response.problem().errors).toEqual([{ pointer: "/identity/country", code: "country_not_served" }]);
  });
});

const otherAddress = "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb";
const thirdAddress = { account: "TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms" };

describe("a customer's orders of 30 days count together", () => {
  test("by mailbox, e-wallet account and address, in any spelling", async () => {
    await exchanged("600");
    // One thing in common each; with none the customer is another one.
    const payout = (account: string) => ({ account, extra: { full_name: "A B" } });
    const nobody = { payout: payout("p@example.com"), refund: { account: otherAddress }, email: "b@example.com" };
    expect((await exchanged("500", null, nobody)).response.status).toBe(200);
    for (const other of [
      { ...nobody, ...{ email: "Anna.Ivanova+2@example.com", payout: payout("q@example.com"), refund: thirdAddress } },
      { ...nobody, ...{ email: "c@example.com", payout: payout("ANNA.paypal@example.com"), refund: thirdAddress } },
      {
        ...nobody,
        ...{
          email: "d@example.com",
          payout: payout("r@example.com"),
          refund: { account: anna.addresses["usdt-trc20"] },
        },
      },
    ])
      expect((await exchanged("500", null, other)).response.problem().code).toBe("kyc_required");
    await service.pass(31 * 86_400);
    expect((await exchanged("500")).response.status).toBe(200);
  });

  test("and of two drafts that are placed at once only one passes", async () => {
    const drafts = await Promise.all([draftOf("600"), draftOf("600")]);
    for (const draft of drafts) {
      (await stepTwo(service, draft, null)).reply();
      (await acceptTerms(service, draft)).reply();
    }
    const answers = await Promise.all(drafts.map((draft) => executeDraft(service, draft)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.problem()).toMatchObject({ code: "kyc_required", identity: { state: "needed" } });
    const late = drafts[answers.findIndex(({ status }) => status === 403)];
    if (!late) throw new Error("Both were placed");
    (await stepTwo(service, late, annaIdentity)).reply();
    expect((await place(late)).status).toBe(200);
  });

  test("an overpayment beyond the amount waits until the customer has said who they are", async () => {
    const { draft } = await exchanged("900");
    await pay(draft, "pay_over", "5000");
    expect(await track(service, draft)).toMatchObject({ status: "on_hold", hold: { reason: "kyc_required" } });
  });

  test("an order released by our team continues without identity questions, also after its next payment", async () => {
    const { draft } = await exchanged("900");
    await exchanged("900", annaIdentity);
    await pay(draft, "pay_partial");
    expect(await track(service, draft)).toMatchObject({ status: "on_hold", hold: { reason: "kyc_required" } });
    const args = { ref: draft.ref, reason: "asked by phone", anyway: "yes" };
    const released = await runCommand(service.ctx, { command: "orders release", args, operator: { name: "anna" } });
    expect(released).toMatchObject({ ok: true });
    await pay(draft, "pay_again");
    const after = await track(service, draft);
    expect(after.hold?.reason).not.toBe("kyc_required");
  });

  test("orders that are paid late count when they are paid", async () => {
    const first = (await exchanged("900")).draft;
    await service.pass(2 * 86_400);
    const second = (await exchanged("900")).draft;
    await pay(first);
    await pay(second);
    expect(await track(service, second)).toMatchObject({ status: "on_hold", hold: { reason: "kyc_required" } });
  });
});

test("a member says once who they are, and of each order whose wallets are used; a guest says it each time", async () => {
  const anna = await signedUp(service, "anna.ivanova@example.com");
  const ownQuote = (amount: string) =>
    service.call("exchangeStepOne", { ...by(anna.token), body: { ...pairOf, amount } });
  const pairOf = { from: "usdt-trc20", to: "paypal-usd", side: "from" } as const;
  const opened = async () => {
    const { order, token } = (await ownQuote("1000")).reply().data;
    return { ref: order.ref, token, order };
  };
  const first = await opened();
  (await stepTwo(service, first, annaIdentity)).reply();
  expect((await place(first)).status).toBe(200);
  const second = await opened();
  expect(second.order.identity?.fields.map(({ name }) => name)).toEqual([
    ...["identity.originator", "identity.originator_name"],
  ]);
  expect((await stepTwo(service, second, null)).problem().errors).toEqual([
    { pointer: "/identity/originator", code: "required" },
  ]);
  (await stepTwo(service, second, { originator: "self" })).reply();
  expect((await place(second)).status).toBe(200);
  const guest = await draftOf("1000");
  expect(guest.order.identity?.fields).toHaveLength(7);
  const file = (await service.call("memberExport", by(anna.token))).reply();
  expect(JSON.stringify(file)).toContain("1990-12-31");
});

test("what a guest has said does not become the member's whose mailbox the guest has typed", async () => {
  const { draft } = await exchanged("1000", { ...annaIdentity, full_name: "Viktor Orlov", birth_date: "1977-07-07" });
  const anna = await signedUp(service, "anna.ivanova@example.com");
  await service.ctx.db.orm.update(order).set({ emailProof: "link" }).where(eq(order.ref, draft.ref));
  await service.ctx.db.orm.update(order).set({ ownerId: anna.id }).where(eq(order.ref, draft.ref));
  const file = (await service.call("memberExport", by(anna.token))).reply();
  expect(JSON.stringify(file)).toContain(draft.ref);
  expect(JSON.stringify(file)).not.toMatch(/Viktor|1977/);
  const body = { from: "usdt-trc20", to: "paypal-usd", side: "from", amount: "1000" } as const;
  const next = (await service.call("exchangeStepOne", { ...by(anna.token), body })).reply().data.order;
  expect(next.identity?.fields).toHaveLength(7);
});

describe("identity answers", () => {
  const showIdentity = (who: Parameters<typeof asStaff>[1], more = {}) =>
    asStaff(service.ctx, who, "identity show", { ref: ref.value, reason: "a report", ...more });
  const ref = { value: "" };

  test("is shown to risk staff and owners alone, and every reading is logged", async () => {
    const { draft } = await exchanged("1000", annaIdentity);
    ref.value = draft.ref;
    const { anna, boris } = await enrol(service.ctx);
    const others = [person("olga", "operator"), person("axel", "approver"), person("rita", "risk")] as const;
    for (const colleague of others) await enrolBy(anna, boris, colleague);
    for (const colleague of [others[0], others[1]]) expect(await showIdentity(colleague)).toMatchObject({ ok: false });
    expect(await showIdentity(others[2])).toMatchObject({ ok: true, data: { birth_date: "1990-12-31" } });
    expect(await showIdentity(anna)).toMatchObject({ ok: true });
    const unsigned = { command: "identity show", args: { ref: ref.value, reason: "a look" }, operator: { name: "x" } };
    expect(await runCommand(service.ctx, unsigned)).toMatchObject({ ok: false });
    for (const dry_run of ["yes", "no"])
      expect(await runCommand(service.ctx, { ...unsigned, args: { ...unsigned.args, dry_run } })).toMatchObject({
        ok: false,
      });
    expect(await showIdentity(others[2], { dry_run: "yes" })).toMatchObject({ ok: false });
    const read = await service.ctx.db.orm.select().from(audit).where(eq(audit.action, "identity_read"));
    expect(read.map(({ actor, subject }) => [actor, subject])).toEqual([
      ["rita", ref.value],
      ["anna", ref.value],
    ]);
    expect(JSON.stringify(read)).not.toContain("1990");
  });

  const enrolBy = async (anna: TestStaff, boris: TestStaff, colleague: TestStaff) => {
    await must(service.ctx, anna, "staff add", additionOf(colleague));
    // Approves each pending entry; one that was approved before is refused.
    for (const { id } of await service.ctx.db.orm.select().from(makerEntry))
      await asStaff(service.ctx, boris, "approvals give", { id, reason: "knows them" });
  };

  test("is compared with lists: the name with the year of birth, and other owners of wallets", async () => {
    const lines = ["Anna Maria Petrova", "Viktor Andreevich Orlov"].join("\n");
    const args = { path: listFile(lines), list: "own", date: "2026-11-20", reason: "first import" };
    await runCommand(service.ctx, { command: "screening import", args, operator: { name: "anna" } });
    for (const answers of [
      { full_name: "Anna Maria Petrova" },
      { originator: "other", originator_name: "Viktor Andreevich Orlov" },
    ]) {
      const { draft } = await exchanged("1000", { ...annaIdentity, ...answers });
      expect(await track(service, draft)).toMatchObject({ status: "on_hold", hold: { reason: "aml_check" } });
    }
  });

  test("is refused where its name is on the blocklist", async () => {
    const args = { kind: "name", value: "Anna Maria Petrova", reason: "asked by the police" };
    await runCommand(service.ctx, { command: "blocklist add", args, operator: { name: "anna" } });
    const { response } = await exchanged("1000", { ...annaIdentity, full_name: "Petrova Anna Maria" });
    expect(response.problem().code).toBe("contact_support");
  });

  test("is deleted years after its order ended, goes with a draft, and follows the newest secret", async () => {
    const { draft } = await exchanged("1000", annaIdentity);
    await pay(draft);
    const abandoned = await draftOf("1000");
    await stepTwo(service, abandoned, annaIdentity);
    const { orm } = service.ctx.db;
    const sealed = async () =>
      (await orm.select().from(identityRecord)).map(({ orderRef, sealed: text }) => [orderRef, text]);
    const [before] = (await sealed()).filter(([owner]) => owner === draft.ref);
    service.ctx.env.ACCOUNT_SECRETS = ["a newer secret of the exchange", ...service.ctx.env.ACCOUNT_SECRETS];
    await service.pass(40 * 86_400);
    await service.pass(40 * 86_400);
    await keepIdentities(service.ctx);
    const [after] = await sealed();
    expect(after?.[0]).toBe(draft.ref);
    expect(after?.[1]).not.toBe(before?.[1]);
    expect(await sealed()).toHaveLength(1);
    expect(await orm.select().from(identityParty)).toEqual([]);
    service.ctx.env.ACCOUNT_SECRETS = service.ctx.env.ACCOUNT_SECRETS.slice(0, 1);
    const args = { ref: draft.ref, reason: "a look" };
    const shownNow = await runCommand(service.ctx, { command: "identity show", args, operator: { name: "anna" } });
    expect(shownNow).toMatchObject({ ok: true, data: { country: "EE" } });
    await orm.update(order).set({ updatedAt: new Date(service.ctx.clock.now().getTime() - 5.1 * 365 * 86_400_000) });
    await keepIdentities(service.ctx);
    expect(await sealed()).toEqual([]);
  });
});
