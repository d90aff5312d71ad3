import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { type AccountEffect, accountEffects, effectRow } from "../../../upstream/accounts/rules/account-effects.ts";
import { effectsOfCalls } from "../../../upstream/accounts/rules/effects-of-calls.ts";
import {
  addressChange,
  avatar,
  googleIdentity,
  member,
  memberPassword,
  memberSession,
  recoveryCode,
  savedAddress,
  securityEvent,
  totp,
} from "../../../upstream/db/schema/index.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { memberCalls } from "../../support/service/member-calls.ts";
import { by, from, type Member, signedUp, withTwoFactor } from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";

const callsOfEffects = new Map<string, readonly AccountEffect[] | string>(Object.entries(effectsOfCalls));
const changing = Object.entries<Endpoint>(endpoints).filter(
  ([, { access, method, area }]) => (access === "member" && method !== "GET") || area === "auth",
);

test("every call that can change an account has its effects in the table", () => {
  expect(changing.map(([name]) => name).filter((name) => !callsOfEffects.has(name))).toEqual([]);
  for (const name of callsOfEffects.keys()) expect(endpoints, name).toHaveProperty([name]);
});

test("every effect that money or sign-in depends on stands in the history and is emailed to the owner", () => {
  const silent = Object.keys(accountEffects).filter((name) => effectRow(name as AccountEffect).notice === null);
  expect(silent.sort()).toEqual([
    ...["account_opened", "addresses_dropped", "data_exported", "news_stopped", "picture_changed"],
    ...["profile_changed", "sessions_ended", "signed_out"],
  ]);
  const unlisted = Object.keys(accountEffects).filter((name) => effectRow(name as AccountEffect).entry === null);
  expect(unlisted.sort()).toEqual(["news_stopped", "picture_changed"]);
});

let service: Exchange;
beforeAll(async () => {
  service = await exchange();
});

/** What a session alone may change in each table, by the effects whose proof it is. */
const openToSessions: Partial<Record<AccountEffect, readonly string[]>> = {
  profile_changed: ["member.name", "member.locale", "member.timezone", "member.phone"].concat(
    ...["member.news", "member.newsSince", "securityEvent"],
  ),
  order_emails_off: ["member.order_email", "securityEvent"],
  picture_changed: ["member.avatarId", "avatar"],
  addresses_only_on: ["member.withdrawalAddressesOnly", "member.addressesOnlyEndsAt", "securityEvent"],
  address_deleted: ["savedAddress", "addressChange", "securityEvent"],
  address_code_sent: ["addressChange", "securityEvent"],
  address_requested: ["addressChange", "securityEvent"],
  sessions_ended: ["memberSession", "securityEvent"],
  account_frozen: ["member.withdrawalsFrozenUntil", "memberSession", "securityEvent"],
  addresses_dropped: ["savedAddress", "addressChange", "securityEvent"],
  signed_out: ["memberSession", "securityEvent"],
  data_exported: ["securityEvent"],
};

const tables = {
  ...{ avatar, addressChange, googleIdentity, memberPassword, recoveryCode, savedAddress, securityEvent },
};

/** All that is stored of one account, by table, and of its row by column. Attempts that were counted are left out. */
async function stateOf(id: string): Promise<Map<string, string>> {
  const { orm } = service.ctx.db;
  const state = new Map<string, string>();
  const rows = (await orm.select().from(member)).filter((row) => row.id === id);
  for (const [column, value] of Object.entries(rows[0] ?? {})) state.set(`member.${column}`, JSON.stringify(value));
  for (const [name, table] of Object.entries(tables)) {
    const memberRows = (await orm.select().from(table)).filter((row) => row.memberId === id && !isProofFailure(row));
    state.set(name, JSON.stringify(memberRows));
  }
  const sessions = (await orm.select().from(memberSession)).filter((row) => row.memberId === id);
  state.set("memberSession", JSON.stringify(sessions.map(({ lastUsedAt: _, ...row }) => row)));
  const factors = (await orm.select().from(totp)).filter((row) => row.memberId === id);
  state.set("totp", JSON.stringify(factors.map(({ confirmedAt, lastStep }) => ({ confirmedAt, lastStep }))));
  return state;
}

const isProofFailure = (row: object) => "event" in row && row.event === "two_factor_failed";

/** A body with every proof in it replaced by a wrong one: what a thief of the session can send. */
function withoutProofs(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const secrets = ["password", "current_password", "code", "two_factor_code"];
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secrets.includes(name) && typeof value === "string" ? `not ${value}`.slice(0, 20) : value,
    ]),
  );
}

async function victim(at: number, hasAuthenticator: boolean): Promise<{ anna: Member; address: string }> {
  const anna = await signedUp(service, `anna-${at}@example.com`, from(`198.51.100.${at % 250}`));
  const place = { asset: "usdt-trc20", label: "Mine", account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
  const { id } = (await saveAddress(service, anna, place)).reply().data;
  if (hasAuthenticator) await withTwoFactor(service, anna);
  return { anna, address: id };
}

const memberCallNames = changing.map(([name]) => name as EndpointName).filter((name) => memberCalls[name]);
let count = 0;

describe.each([false, true])("with a session and nothing else, authenticator %s,", (hasAuthenticator) => {
  test.each(memberCallNames)("%s changes nothing that needs another proof", async (name) => {
    count += 1;
    const { anna, address } = await victim(count, hasAuthenticator);
    const before = await stateOf(anna.id);
    const { body, ...sent } =
      memberCalls[name]?.({ session: "se_1", address, withdrawal: "wd_1", link: "annas" }) ?? {};
    await service.ask(name, { ...sent, body: withoutProofs(body), ...by(anna.token) });
    const after = await stateOf(anna.id);
    const changed = [...after.keys()].filter((key) => after.get(key) !== before.get(key));
    const effects = callsOfEffects.get(name);
    const allowed = typeof effects === "object" ? effects.flatMap((effect) => openToSessions[effect] ?? []) : [];
    expect(changed.filter((key) => !allowed.includes(key) && key !== "member.partner")).toEqual([]);
  });
});
