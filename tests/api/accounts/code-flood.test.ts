import { beforeEach, describe, expect, test } from "vitest";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, from, type Member, password, signedIn } from "../../support/service/members.ts";
import { ask, confirm, fundedMember, later, requested, savedAddress } from "../../support/withdrawals/withdrawals.ts";

const strangers = [11, 12, 13, 14, 15].map((last) => from(`198.51.100.${last}`));
const home = from("192.0.2.1");
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await fundedMember(service);
  anna.token = await signedIn(service, anna.email, home);
});

/** Each stranger asks for every kind of code that needs no session, until there are no more. */
async function flood() {
  for (const stranger of [...strangers, ...strangers]) {
    await service.call("passwordResetCode", { body: { email: anna.email }, ...stranger });
    await service.call("registerRequestCode", { body: { email: anna.email }, ...stranger });
    await service.call("botCheckEmailCode", { body: { action: "support", email: anna.email }, ...stranger });
  }
  const last = await service.call("passwordResetCode", { body: { email: anna.email }, ...from("203.0.113.9") });
  expect(last.status).toBe(429);
}

/** Wrong guesses at codes that strangers asked for: a hundred in all. */
async function wrongGuesses() {
  for (let round = 0; round < 5; round += 1) {
    for (const stranger of strangers.slice(0, 4)) {
      const asked = await service.call("passwordResetCode", { body: { email: anna.email }, ...stranger });
      const { challenge_id } = asked.reply().data;
      const body = { challenge_id, email: anna.email, code: "no code", password };
      for (let guess = 0; guess < 5; guess += 1) await service.call("passwordUpdate", { body, ...stranger });
    }
    await service.pass(3600);
  }
}

describe("while strangers have used up their codes for a member's address", () => {
  beforeEach(flood);

  test("a withdrawal is confirmed with its code", async () => {
    const withdrawal = await requested(service, anna);
    expect((await confirm(service, anna, withdrawal)).reply().data.status).toBe("cooling_off");
  });

  test("the limit to saved addresses is turned off with its code", async () => {
    await savedAddress(service, anna);
    await service.call("withdrawalsAddressesOnly", { body: { on: true }, ...by(anna.token) });
    expect((await service.call("withdrawalsAddressesOnlyCode", by(anna.token))).status).toBe(202);
  });

  test("a new password is set from a network that the member has used, and from no other", async () => {
    const reset = (sent: typeof home) => service.call("passwordResetCode", { body: { email: anna.email }, ...sent });
    expect((await reset(from("203.0.113.10"))).status).toBe(429);
    const { challenge_id } = (await reset(home)).reply().data;
    const code = await codeFor(service, anna.email, "reset");
    const body = { challenge_id, email: anna.email, code, password: "another horse entirely" };
    expect((await service.call("passwordUpdate", { body, ...home })).status).toBe(200);
  });

  test("an address without an account gets no code from that network either", async () => {
    const email = "nobody@example.com";
    for (const stranger of strangers) await service.call("passwordResetCode", { body: { email }, ...stranger });
    expect((await service.call("passwordResetCode", { body: { email }, ...home })).status).toBe(429);
  });
});

test("codes for one purpose use up none of another", async () => {
  for (const stranger of strangers)
    await service.call("registerRequestCode", { body: { email: anna.email }, ...stranger });
  const reset = await service.call("passwordResetCode", { body: { email: anna.email }, ...from("203.0.113.1") });
  expect(reset.status).toBe(202);
});

test("a stranger's request leaves the code valid that the owner asked for", async () => {
  const asked = await service.call("passwordResetCode", { body: { email: anna.email }, ...home });
  const code = await codeFor(service, anna.email, "reset");
  await service.call("passwordResetCode", { body: { email: anna.email }, ...from("198.51.100.1") });
  const { challenge_id } = asked.reply().data;
  const body = { challenge_id, email: anna.email, code, password: "another horse entirely" };
  expect((await service.call("passwordUpdate", { body, ...home })).status).toBe(200);
});

test("a hundred wrong guesses of strangers leave the codes of the member's withdrawals at six digits", async () => {
  await wrongGuesses();
  await later(service, anna);
  const withdrawal = await requested(service, anna);
  expect(withdrawal.challenge?.code_length).toBe(6);
  const reset = await service.call("passwordResetCode", { body: { email: anna.email }, ...home });
  expect(reset.reply().data.code_length).toBe(12);
});

test("a session gets ten codes an hour, and their wrong guesses make the next ones longer", async () => {
  for (let hour = 0; hour < 4; hour += 1) {
    for (let at = 0; at < 5; at += 1) {
      const withdrawal = await requested(service, anna, { amount: "10" });
      for (let guess = 0; guess < 5; guess += 1) await confirm(service, anna, withdrawal, "no code");
      await service.call("withdrawalsCancel", { body: { id: withdrawal.id }, ...by(anna.token) });
    }
    await service.pass(3600);
    anna.token = await signedIn(service, anna.email, home);
  }
  const statuses = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await ask(service, anna, { amount: "10" })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  const { data } = (await service.call("withdrawalsList", by(anna.token))).reply();
  expect(data[0]?.challenge?.code_length).toBe(12);
});
