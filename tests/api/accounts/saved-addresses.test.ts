import { beforeEach, describe, expect, test } from "vitest";
import { savedAddress } from "../../../upstream/db/schema/saved-addresses.ts";
import { readDestination } from "../../../upstream/withdrawals/destination.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, codeFor, type Member, signedIn, totpCode, withTwoFactor } from "../../support/service/members.ts";
import {
  askForAddress,
  enterAddressCode,
  type SavedAddressInput,
  saveAddress,
} from "../../support/service/saved-addresses.ts";
import { ask, confirm, fundedMember, later, otherAddress, tronAddress } from "../../support/withdrawals/withdrawals.ts";

const home: SavedAddressInput = { asset: "usdt-trc20", label: "Cold wallet", account: tronAddress };
const thief: SavedAddressInput = { asset: "usdt-trc20", label: "Savings", account: otherAddress };
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange();
  anna = await fundedMember(service);
});

const saved = () => service.ctx.db.orm.select().from(savedAddress);
const code = () => codeFor(service, anna.email, "address");
const history = async () => (await service.call("memberLogins", by(anna.token))).reply().data.map(({ event }) => event);
const kinds = async () => (await service.emails(anna.email)).map(({ kind }) => kind);
/** Presses “this was not me” in the newest email of this kind. */
async function report(kind: string) {
  const email = (await service.emails(anna.email)).find((candidate) => candidate.kind === kind);
  const key = decodeURIComponent(/withdrawals\/report\?t=(\S+)/.exec(email?.text ?? "")?.[1] ?? "");
  return service.ask("withdrawalsReport", { body: { key } });
}

describe("a stolen session", () => {
  test("saves no address without the code, in any way of asking", async () => {
    expect(refused(await enterAddressCode(service, anna, thief, null))).toMatchObject({
      errors: [{ pointer: "/code", code: "required" }],
    });
    expect(refused(await enterAddressCode(service, anna, thief, "123456")).code).toBe("code_expired");
    await askForAddress(service, anna, thief);
    for (let guess = 0; guess < 5; guess += 1)
      expect(refused(await enterAddressCode(service, anna, thief, "no code")).code).toBe("code_invalid");
    expect(refused(await enterAddressCode(service, anna, thief, await code())).code).toBe("code_expired");
    expect(await saved()).toEqual([]);
  });

  test("that waits a day has aged no address, and the owner was told before anything was saved", async () => {
    await askForAddress(service, anna, thief);
    await later(service, anna);
    const response = await ask(service, anna, { account: otherAddress });
    expect(response.reply().data).toMatchObject({ available_at: "2026-11-23T12:00:00.000Z" });
    const email = (await service.emails(anna.email)).find(({ kind }) => kind === "address_code");
    expect(email?.text).toContain(otherAddress);
    expect(email?.text).toContain("This was not me");
    expect(await history()).toContain("address_requested");
  });

  test("finds no code of another address, of a withdrawal or of the limit to saved addresses that works", async () => {
    await service.call("withdrawalsAddressesOnly", { body: { on: true }, ...by(anna.token) });
    await service.call("withdrawalsAddressesOnlyCode", by(anna.token));
    await askForAddress(service, anna, home);
    const ofHome = await code();
    await askForAddress(service, anna, thief);
    for (const wrong of [ofHome, await codeFor(service, anna.email, "addresses_only")])
      expect(refused(await enterAddressCode(service, anna, thief, wrong)).code).toBe("code_invalid");
    const renamed = { ...thief, label: "Cold wallet 2" };
    expect(refused(await enterAddressCode(service, anna, renamed, await code())).code).toBe("code_expired");
    expect(await saved()).toEqual([]);
  });

  test("of an account with an authenticator needs its code, and the owner is told all the same", async () => {
    const { secret } = await withTwoFactor(service, anna);
    await service.pass(60);
    expect((await askForAddress(service, anna, thief)).reply().data).toMatchObject({ confirm_with: "authenticator" });
    expect(await kinds()).toContain("address_requested");
    expect(refused(await enterAddressCode(service, anna, thief, null)).code).toBe("two_factor_required");
    expect(refused(await enterAddressCode(service, anna, thief, "000000")).code).toBe("two_factor_invalid");
    expect((await enterAddressCode(service, anna, home, totpCode(service, secret))).status).toBe(201);
    expect(refused(await enterAddressCode(service, anna, thief, totpCode(service, secret))).code).toBe(
      "two_factor_invalid",
    );
  });

  test("older than a day neither saves nor deletes", async () => {
    const id = (await saveAddress(service, anna, home)).reply().data.id;
    const { data } = (
      await service.call("signin", {
        body: { email: anna.email, password: "correct horse battery staple", remember: true },
      })
    ).reply();
    await service.pass(86_400);
    const old = by(String(data.access_token));
    const remove = await service.call("memberAddressRemove", { query: { id }, ...old });
    expect(remove.problem()).toMatchObject({ status: 403, code: "sign_in_again" });
    expect((await service.ask("memberAddressCode", { body: thief, ...old })).problem().code).toBe("sign_in_again");
    expect(await saved()).toHaveLength(1);
  });

  test("that was ended saves nothing with the code it had asked for", async () => {
    await askForAddress(service, anna, thief);
    const stolen = anna.token;
    anna.token = await signedIn(service, anna.email);
    await service.call("memberSessionsRevoke", by(anna.token));
    const late = await service.ask("memberAddressAdd", { body: { ...thief, code: await code() }, ...by(stolen) });
    expect(late.problem().code).toBe("unauthenticated");
  });
});

describe("a saved address", () => {
  test("is emailed whole with “this was not me”, stands in the history, and waits a day", async () => {
    const { data } = (await saveAddress(service, anna, home)).reply();
    expect(data.usable_at).toBe("2026-11-22T12:00:00.000Z");
    const email = (await service.emails(anna.email)).find(({ kind }) => kind === "address_saved");
    for (const part of [tronAddress, "Cold wallet", "This was not me", "22 November 2026"])
      expect(email?.text).toContain(part);
    expect(await history()).toContain("address_saved");
  });

  test("keeps its age under another name, which needs a code as well", async () => {
    await saveAddress(service, anna, home);
    await later(service, anna, 3600);
    const renamed = { ...home, label: "Ledger" };
    expect(refused(await enterAddressCode(service, anna, renamed, null)).code).toBe("validation_failed");
    expect((await saveAddress(service, anna, renamed)).reply().data).toMatchObject({
      ...{ label: "Ledger", usable_at: "2026-11-22T12:00:00.000Z" },
    });
    expect(await kinds()).toContain("address_renamed");
    // Under the name that it has, there is nothing to confirm.
    expect((await enterAddressCode(service, anna, renamed, null)).status).toBe(201);
    expect(refused(await askForAddress(service, anna, renamed)).errors).toMatchObject([{ code: "already_saved" }]);
  });

  test("is deleted with a notice; saved again, it waits again", async () => {
    const id = (await saveAddress(service, anna, home)).reply().data.id;
    await later(service, anna);
    expect((await service.call("memberAddressRemove", { query: { id }, ...by(anna.token) })).status).toBe(204);
    expect(await kinds()).toContain("address_deleted");
    expect((await saveAddress(service, anna, home)).reply().data.usable_at).toBe("2026-11-23T12:00:00.000Z");
  });

  test.each(["Cold wallet", "COLD  WALLET", "Соld wаllеt", "Cold-wallet", "Coldwa11et"])(
    "refuses a second one under the look-alike name %j",
    async (label) => {
      await saveAddress(service, anna, home);
      const second = { ...thief, label };
      expect(refused(await askForAddress(service, anna, second)).errors).toEqual([
        { pointer: "/label", code: "label_taken" },
      ]);
      expect(refused(await enterAddressCode(service, anna, second, "123456")).errors).toMatchObject([
        { pointer: "/label", code: "label_taken" },
      ]);
    },
  );

  test("is not renamed to the name of another, also when both are confirmed at once", async () => {
    await saveAddress(service, anna, home);
    await saveAddress(service, anna, thief);
    expect(refused(await askForAddress(service, anna, { ...home, label: "sаvings" })).errors).toMatchObject([
      { code: "label_taken" },
    ]);
    const [ledger, lookalike] = [
      { ...home, label: "Ledger" },
      { ...thief, label: "Lеdger" },
    ];
    await service.pass(1);
    await askForAddress(service, anna, ledger);
    const ledgerCode = await code();
    await service.pass(1);
    await askForAddress(service, anna, lookalike);
    const lookalikeCode = await code();
    const answers = await Promise.all([
      enterAddressCode(service, anna, ledger, ledgerCode),
      enterAddressCode(service, anna, lookalike, lookalikeCode),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await saved()).filter(({ label }) => label.endsWith("dger"))).toHaveLength(1);
  });
});

describe("“this was not me” in an email about an address", () => {
  test("before it was saved ends the sessions, and the code saves nothing", async () => {
    await askForAddress(service, anna, thief);
    expect((await report("address_code")).status).toBe(200);
    expect(refused(await enterAddressCode(service, anna, thief, await code())).code).toBe("unauthenticated");
    expect(await saved()).toEqual([]);
  });

  test("drops what is younger than a report looks back, and keeps older addresses", async () => {
    await saveAddress(service, anna, home);
    await later(service, anna, 7 * 86_400);
    await saveAddress(service, anna, thief);
    expect((await report("address_saved")).status).toBe(200);
    expect(await saved()).toMatchObject([{ account: tronAddress }]);
    anna.token = await signedIn(service, anna.email);
    expect(await history()).toContain("addresses_dropped");
  });

  test("lets no address grow old while the account is frozen", async () => {
    await saveAddress(service, anna, home);
    await report("address_saved");
    anna.token = await signedIn(service, anna.email);
    expect(refused(await askForAddress(service, anna, thief)).code).toBe("account_frozen");
    expect(refused(await enterAddressCode(service, anna, thief, "123456")).code).toBe("account_frozen");
    const password = "correct horse battery staple";
    const moved = await service.ask("emailChangeRequest", {
      body: { email: "thief@example.com", password },
      ...by(anna.token),
    });
    expect(moved.problem().code).toBe("account_frozen");
  });
});

describe("a PayPal account", () => {
  const paypal: SavedAddressInput = { asset: "paypal-usd", label: "PayPal", account: "Anna@Mail.com" };

  test("is saved in the same list, waits the same day, and is known in any spelling", async () => {
    const { data } = (await saveAddress(service, anna, paypal)).reply();
    expect(data).toMatchObject({ account: "anna@mail.com", usable_at: "2026-11-22T12:00:00.000Z" });
    expect(refused(await askForAddress(service, anna, { ...paypal, account: "ANNA@mail.com" })).errors).toMatchObject([
      { code: "already_saved" },
    ]);
    const { assets } = await service.ctx.market.terms();
    const asset = assets.find(({ id }) => id === "paypal-usd");
    if (!asset) throw new Error("No PayPal");
    const owner = { id: anna.id, withdrawalAddressesOnly: true, addressesOnlyEndsAt: null };
    const now = service.ctx.clock.now();
    const to = (account: string) =>
      readDestination(service.ctx, owner, asset, { addressId: null, account, memo: null }, now);
    expect(await to("anna@MAIL.com")).toMatchObject({ isNew: true, usableAt: new Date("2026-11-22T12:00:00.000Z") });
    expect(await to("other@mail.com")).toMatchObject({ refused: "address_not_whitelisted" });
    await later(service, anna);
    expect(
      await readDestination(
        service.ctx,
        owner,
        asset,
        { addressId: null, account: "Anna@Mail.com", memo: null },
        service.ctx.clock.now(),
      ),
    ).toMatchObject({
      isNew: false,
    });
  });
});

test("a day after it was saved with its code, a withdrawal there leaves at once", async () => {
  await saveAddress(service, anna, home);
  await later(service, anna);
  const withdrawal = (await ask(service, anna)).reply().data;
  expect(withdrawal.available_at).toBeNull();
  expect((await confirm(service, anna, withdrawal)).reply().data.status).toBe("processing");
});
