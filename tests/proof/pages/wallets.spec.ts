import { Member } from "../../e2e/people/member.ts";
import { langs } from "../../e2e/people/visitor.ts";
import { axeFaults } from "../../e2e/setup/axe.ts";
import { expect, test } from "../../e2e/setup/browser-test.ts";
import { walletPages } from "../../e2e/setup/wallet-pages.ts";
import { otherAddress } from "../../support/withdrawals/withdrawals.ts";
import { faultsAtWidths } from "./axe-at-widths.ts";
import { tabsTo, types } from "./keyboard.ts";
import { edgeless, faultsOf, moving, tooWide, unprintable } from "./page-faults.ts";

for (const lang of langs) {
  test(`the pages of wallets and withdrawals have no axe violation, in both themes and at three widths, in ${lang}`, async ({
    page,
    site,
  }) => {
    const faults: string[] = [];
    for (const address of await walletPages(new Member(page, lang, site), lang)) {
      await page.goto(address);
      faults.push(...(await faultsAtWidths(page, address)));
    }
    expect(faults).toEqual([]);
  });

  test(`they fit at 400 %, stand still where less motion is wanted, have edges in forced colours and print, in ${lang}`, async ({
    page,
    site,
  }) => {
    const addresses = await walletPages(new Member(page, lang, site), lang);
    await page.setViewportSize({ width: 320, height: 256 });
    const faults = await faultsOf(page, addresses, () => page.evaluate(tooWide));
    await page.emulateMedia({ reducedMotion: "reduce" });
    faults.push(...(await faultsOf(page, addresses, () => page.evaluate(moving))));
    await page.emulateMedia({ reducedMotion: null, forcedColors: "active" });
    faults.push(...(await faultsOf(page, addresses, () => page.evaluate(edgeless))));
    await page.emulateMedia({ forcedColors: null });
    await page.setViewportSize({ width: 718, height: 1040 });
    const printed = async () => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const faults = [...(await page.evaluate(tooWide)), ...(await page.evaluate(unprintable))];
      return [...faults, ...(await axeFaults(page)).filter((fault) => /(^|dark: )color-contrast/.test(fault))];
    };
    faults.push(...(await faultsOf(page, addresses, printed)));
    expect(faults).toEqual([]);
  });

  test(`a withdrawal is asked for, confirmed and cancelled with the keyboard alone, in ${lang}`, async ({
    page,
    site,
  }) => {
    const member = new Member(page, lang, site);
    await member.beginsWithMoney();
    await member.opens("/dashboard/withdrawals/new?asset=usdt-trc20");
    await types(page, "amount", "25");
    await types(page, "account", otherAddress);
    await presses("withdrawals:new.submit");
    await expect(page.getByRole("heading", { level: 1, name: member.say("withdrawals:confirm.title") })).toBeVisible();
    await types(page, "code", await member.code("withdrawal_code"));
    await page.keyboard.press("Enter");
    const cooling = member.say("withdrawals:one.title.cooling_off");
    await expect(page.getByRole("heading", { level: 1, name: cooling })).toBeVisible();
    await presses("withdrawals:one.cancel");
    const cancelled = member.say("withdrawals:one.title.cancelled");
    await expect(page.getByRole("heading", { level: 1, name: cancelled })).toBeVisible();

    async function presses(key: string) {
      const button = member.button(key).first();
      await expect(button).toBeVisible();
      await tabsTo(page, page.getByRole("button", { name: member.say(key) }).first());
      await page.keyboard.press("Enter");
    }
  });
}
