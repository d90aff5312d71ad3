import { beforeEach, describe, expect, test } from "vitest";
import { memberSession } from "../../../upstream/db/schema/accounts.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import {
  by,
  codeFor,
  type Member,
  password,
  signedUp,
  totpCode,
  withTwoFactor,
} from "../../support/service/members.ts";
import { askForAddress, enterAddressCode } from "../../support/service/saved-addresses.ts";

const email = "anna@example.com";
const daySeconds = 24 * 60 * 60;
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange({ settings: { RATE_LIMITS: "off" } });
  anna = await signedUp(service, email);
});

const remembered = async (): Promise<string> => {
  const { data } = (await service.call("signin", { body: { email, password, remember: true } })).reply();
  return String(data.access_token);
};
const profile = (token: string) => service.call("memberProfile", by(token));
let labels = 0;
/** Under another name each time; with the code of its email, as far as one is sent. */
const addAddress = async (token: string) => {
  labels += 1;
  const place = { asset: "usdt-trc20", label: `Wallet ${labels}`, account: tronAddress };
  const asked = await askForAddress(service, { token }, place);
  return enterAddressCode(
    service,
    { token },
    place,
    asked.status === 202 ? await codeFor(service, email, "address") : "",
  );
};

describe("a remembered sign-in", () => {
  test("lasts exactly thirty days without use, also after the cleanup", async () => {
    const token = await remembered();
    await service.pass(29 * daySeconds);
    await service.runJobs();
    expect((await profile(token)).status).toBe(200);
    expect((await profile(anna.token)).status).toBe(401);
    await service.pass(daySeconds - 1);
    expect((await profile(token)).status).toBe(200);
    await service.pass(1);
    expect((await profile(token)).status).toBe(401);
  });

  test("is chosen at the step that opens the session", async () => {
    const { secret } = await withTwoFactor(service, anna);
    await service.pass(60);
    const first = async () => {
      const body = { email, password, remember: true };
      const { data } = (await service.call("signin", { body })).reply();
      return data["2fa"] ? data.two_factor_token : "";
    };
    const second = async (more: { remember?: boolean }) => {
      const body = { two_factor_token: await first(), two_factor_code: totpCode(service, secret), ...more };
      const { data } = (await service.call("signin", { body })).reply();
      await service.pass(60);
      return String(data.access_token);
    };
    const [plain, remembered] = [await second({}), await second({ remember: true })];
    await service.pass(daySeconds);
    expect((await profile(plain)).status).toBe(401);
    expect((await profile(remembered)).status).toBe(200);
  });

  test("is marked in the list of sessions", async () => {
    const token = await remembered();
    const { data } = (await service.call("memberSessions", by(token))).reply();
    expect(data.filter((session) => session.remembered)).toMatchObject([
      { current: true, expires_at: "2026-12-21T12:00:00.000Z" },
    ]);
  });

  test("older than a day may read but not change payout details", async () => {
    const token = await remembered();
    await service.pass(daySeconds - 1);
    expect((await addAddress(token)).status).toBe(201);
    await service.pass(1);
    expect((await addAddress(token)).problem()).toMatchObject({ status: 403, code: "sign_in_again" });
    for (const name of ["memberProfile", "memberOrders", "memberAddresses", "memberSessions"] as const) {
      expect((await service.call(name, by(token))).status, name).toBe(200);
    }
    expect((await addAddress(await remembered())).status).toBe(201);
  });

  test("stays remembered after a security change, and counts as fresh from then on", async () => {
    const token = await remembered();
    const body = { current_password: password, password: "another horse entirely" };
    const { data } = (await service.call("memberSettingsPassword", { body, ...by(token) })).reply();
    expect(data.expires_at).toBe("2026-12-21T12:00:00.000Z");
    await service.pass(daySeconds);
    expect((await profile(data.access_token)).status).toBe(200);
  });
});

describe("renewing the bearer after a security change", () => {
  const change = (token: string, current: string, next: string) => {
    const body = { current_password: current, password: next };
    return service.call("memberSettingsPassword", { body, ...by(token) });
  };

  test("succeeds for one of two concurrent changes; the other changes nothing", async () => {
    const [firstToken, secondToken] = [await remembered(), await remembered()];
    const answers = await Promise.all([
      change(firstToken, password, "another horse entirely"),
      change(secondToken, password, "one more horse entirely"),
    ]);
    // The other one's session has ended, or its password is no longer the right one where it was compared after the change.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 422])]);
    const good = answers.find(({ status }) => status === 200)?.reply().data.access_token ?? "";
    expect((await profile(good)).status).toBe(200);
    expect(await service.upstream.context.db.orm.select().from(memberSession)).toHaveLength(1);
  });

  test("invalidates the previous bearer, also for signing out", async () => {
    const { data } = (await change(anna.token, password, "another horse entirely")).reply();
    expect((await service.call("logout", by(anna.token))).status).toBe(204);
    expect((await profile(anna.token)).status).toBe(401);
    expect((await profile(data.access_token)).status).toBe(200);
  });
});

describe("an order of a member", () => {
  test("accepts actions with its token at any time, and never with an old remembered session", async () => {
    const body = { from: "usdt-trc20", to: "paypal-usd", amount: "100", side: "from" as const };
    const token = await remembered();
    const opened = (await service.call("exchangeStepOne", { body, ...by(token) })).reply().data;
    const { ref } = opened.order;
    const details = {
      ref,
      payout: { account: "a@mail.com", extra: { full_name: "Anna Ivanova" } },
      refund: { account: tronAddress },
      email,
    };
    const act = (headers: Record<string, string>) => service.call("exchangeStepTwo", { body: details, headers });
    const session = { Authorization: `Bearer ${token}` };
    expect((await act(session)).status).toBe(200);
    // Only the age of the sign-in may matter here, not that of the draft.
    await service.upstream.context.db.orm.update(memberSession).set({ createdAt: new Date("2026-11-20T11:00:00Z") });
    expect((await act(session)).problem()).toMatchObject({ code: "sign_in_again" });
    expect((await act({ ...session, "Order-Token": opened.token })).status).toBe(200);
    expect((await act({})).problem().code).toBe("not_found");
    expect((await service.call("exchangeTrack", { query: { ref }, headers: session })).status).toBe(200);
  });
});
