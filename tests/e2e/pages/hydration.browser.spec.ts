import type { Page } from "@playwright/test";
import { prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/browser-test.ts";

/** Changes a control while React is hydrating the page, like a visitor with a slow phone. */
async function setsDuringHydration(page: Page, selector: string, value: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(
    ({ selector, value }) => {
      const has = (node: Node, key: string) => Object.keys(node).some((name) => name.startsWith(key));
      const waiting = setInterval(() => {
        if (!has(document, "__reactContainer")) return;
        clearInterval(waiting);
        const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
        if (!control || has(control, "__reactFiber")) return;
        const kind = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
        Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(control, value);
        for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
        document.documentElement.dataset.wasSet = control.value;
      }, 0);
    },
    { selector, value },
  );
}

test("input given during hydration is kept and priced", async ({ page, site, lang }) => {
  for (const [control, value, asked] of [
    ["select[name=from]", "usdt-erc20", "from=usdt-erc20"],
    ["input[name=from_amount]", "777", "amount=777"],
  ] as const) {
    const own = await page.context().newPage();
    await setsDuringHydration(own, control, value);
    await own.goto(`${site.origin}${prefix(lang)}`);
    await expect(own).toHaveURL(new RegExp(asked), { timeout: 20_000 });
    await expect(own.locator("html")).toHaveAttribute("data-was-set", value);
    await expect(own.locator(control)).toHaveValue(value);
    await own.close();
  }
});
