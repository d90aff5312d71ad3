import { secondsBetweenBlocks } from "../../../scripts/trial/start-trial.ts";
import { Member } from "../people/member.ts";
import { expect } from "../setup/expect.ts";
import { test } from "./trial-site.ts";

const receiver = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const depositPage = "/dashboard/wallets/deposit?asset=usdt-erc20";
const overADaySeconds = 25 * 3600;

test("a member's deposit on a real chain is counted and credited, and a withdrawal arrives there", async ({
  page,
  site,
  trial: { chain, token },
  lang,
}) => {
  const member = new Member(page, lang, site);
  await member.beginsSignedIn();
  await member.opens(depositPage);
  await member.button("wallets:deposit.open").click();
  const only = member.say("wallets:deposit.only", { symbol: "USDT", network: "ERC20" });
  await expect(page.getByText(only)).toBeVisible();
  const address = /0x[0-9a-fA-F]{40}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
  await expect(member.button("wallets:sandbox.pay")).toHaveCount(0);
  // No block comes by itself until the page has been read: on a busy machine the deposit would be credited by then.
  await chain.rpc("evm_setIntervalMining", [0]);
  await chain.payToken(token, address, 100_000000n);
  await chain.mine();
  const counted = member.say("wallets:confirmations", { required: "3" });
  await seesText(member, depositPage, counted);
  await chain.rpc("evm_setIntervalMining", [secondsBetweenBlocks]);
  await seesText(member, depositPage, member.say("wallets:deposits.earlier"));

  await member.opens("/dashboard/withdrawals/new?asset=usdt-erc20");
  await member.field("withdrawals:new.to").fill(receiver);
  await member.field("withdrawals:new.amount").fill("60");
  await member.button("withdrawals:new.submit").first().click();
  await expect(page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") })).toBeVisible();
  await member.field("withdrawals:confirm.email").fill(await member.code("withdrawal_code"));
  await page.getByRole("button", { name: member.say("withdrawals:confirm.submit") }).click();
  const waiting = page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.cooling_off") });
  await expect(waiting).toBeVisible();
  const withdrawalPath = new URL(page.url()).pathname;

  await member.office.passes(overADaySeconds);
  if (!(await member.isIn())) await member.beginsAgain();
  await expect(async () => {
    await page.goto(withdrawalPath);
    const completed = page.getByRole("heading", { level: 1, name: member.say("withdrawals:one.title.completed") });
    expect(await completed.count()).toBe(1);
  }).toPass({ intervals: [200, 500] });
  // What was asked for, less the fee.
  expect(await chain.balance(receiver, token)).toBe(59_000000n);
});

/** Reloads until a block has been read. */
async function seesText(member: Member, path: string, text: RegExp): Promise<void> {
  await expect(async () => {
    await member.opens(path);
    expect(await member.page.getByText(text).count()).toBeGreaterThan(0);
  }).toPass({ intervals: [200, 500] });
}
