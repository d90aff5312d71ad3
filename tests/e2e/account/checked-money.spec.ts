import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { providerServer } from "../../support/screening/provider-server.ts";
import { startSite } from "../../support/site/site.ts";
import { otherAddress as account } from "../../support/withdrawals/withdrawals.ts";
import { Member } from "../people/member.ts";
import { expect, test } from "../setup/story.ts";

const daySeconds = 86_400;

type Credentials = Awaited<ReturnType<Member["beginsWithMoney"]>>;

/** Confirms a withdrawal to a new account, which leaves a day later, and lets that day pass. Returns its id. */
async function withdraws(member: Member, credentials: Credentials): Promise<string> {
  const { office } = member;
  const body = { asset: "usdt-trc20", amount: "60", account };
  const request = await office.call("withdrawalsCreate", { body, ...credentials, key: crypto.randomUUID() });
  const { id, amount } = request.data;
  const code = await member.code("withdrawal_code");
  await office.call("withdrawalsConfirm", { body: { id, amount, account, code }, ...credentials });
  await office.passes(daySeconds + 60);
  return id;
}

// Only texts of the server, on sites that start for one test each: over HTTP alone.
test("a deposit, a withdrawal and an order that a list holds say that they are checked, and by when", {
  tag: "@http",
}, async ({ newBrowser, lang }) => {
  const site = await startSite();
  const folder = await mkdtemp(join(tmpdir(), "kursa-list-"));
  const page = await newBrowser(site.origin);
  const member = new Member(page, lang, site);
  const { office } = member;
  try {
    const credentials = await member.beginsWithMoney();
    const list = join(folder, "own.txt");
    await writeFile(list, [account, member.email, "Ivanova Anna"].join("\n"));
    await office.operator("screening import", {
      path: list,
      list: "own",
      date: "2026-11-20",
      reason: "the first list",
    });

    await office.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: "50" }, ...credentials });
    const text = page.getByText(member.say("wallets:deposits.end.checkingBy")).first();
    await expect(async () => {
      await member.opens("/dashboard/wallets/usdt-trc20");
      await expect(text).toBeVisible({ timeout: 500 });
    }).toPass();

    const id = await withdraws(member, credentials);
    const later = await member.beginsAgain();
    await expect
      .poll(async () => (await office.call("withdrawalsShow", { query: { id }, ...later })).data.check_by)
      .not.toBeNull();
    await member.opens(`/dashboard/withdrawals/${id}`);
    await expect(member.status("withdrawals:one.title.review")).toBeVisible();
    await expect(page.getByText(member.say("withdrawals:one.check")).first()).toBeVisible();

    // The overview and the list of transactions say the same as the pages of the deposit and of the withdrawal.
    await member.opens("/dashboard");
    await expect(page.getByText(member.say("wallets:deposits.status.checking"))).toHaveCount(2);
    await member.opens("/dashboard/transactions");
    await expect(page.getByText(member.say("wallets:deposits.status.checking"))).toHaveCount(2);
    await expect(page.getByText(member.say("withdrawals:status.processing"))).toHaveCount(0);

    const { ref, token } = await office.order();
    await member.opens(`/order/${ref}?t=${token}`);
    await expect(member.status("holds:aml_check.order.unpaidTitle")).toBeVisible();
    expect(await page.content()).not.toMatch(/screening|sanction|own\.txt/i);
  } finally {
    await page.context().close();
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("an order, a deposit and a withdrawal say that they are checked while the screening provider has not answered", {
  tag: "@http",
}, async ({ newBrowser, lang }) => {
  const provider = await providerServer();
  const ofProvider = { SCREENING_URL: provider.url, SCREENING_TOKEN: "token-of-the-provider", SCREENING_NAME: "Acme" };
  const site = await startSite({ ...ofProvider, SCREENING_WAIT: "86400" });
  const page = await newBrowser(site.origin);
  const member = new Member(page, lang, site);
  const { office } = member;
  try {
    // Where it could be asked about no name, a person would look.
    const credentials = await member.beginsWithMoney("100", "Anna Ivanova");
    provider.misbehaves = "hang_up";
    const id = await withdraws(member, credentials);
    const later = await member.beginsAgain();
    await expect
      .poll(async () => (await office.call("withdrawalsShow", { query: { id }, ...later })).data.waits_for)
      .toBe("check");
    await member.opens(`/dashboard/withdrawals/${id}`);
    await expect(member.status("withdrawals:one.title.check")).toBeVisible();
    await expect(page.getByText(member.say("withdrawals:one.checkAlone")).first()).toBeVisible();
    await office.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: "50" }, ...later });
    const text = page.getByText(member.say("wallets:deposits.end.checking")).first();
    await expect(async () => {
      await member.opens("/dashboard/wallets/usdt-trc20");
      await expect(text).toBeVisible({ timeout: 500 });
    }).toPass();
    await member.opens("/dashboard/transactions");
    await expect(page.getByText(member.say("wallets:deposits.status.checking"))).toHaveCount(2);

    const { ref, token } = await office.order();
    await office.call("sandboxEvents", { body: { ref, event: "pay_exact" }, token });
    await expect
      .poll(async () => (await office.call("exchangeTrack", { query: { ref }, token })).data.hold?.reason)
      .toBe("aml_check");
    await member.opens(`/order/${ref}?t=${token}`);
    await expect(member.status("holds:aml_check.order.title")).toBeVisible();
    await expect(page.getByText(member.say("holds:aml_check.order.automaticNext")).first()).toBeVisible();
    expect(await page.content()).not.toMatch(/screening|sanction|Acme/i);
  } finally {
    await page.context().close();
    await site.stop();
    await provider.stop();
  }
});
