import type { Page } from "@playwright/test";
import { prefix, usdtToPaypal, Visitor } from "../people/visitor.ts";
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
    const tab = await page.context().newPage();
    await setsDuringHydration(tab, control, value);
    await tab.goto(`${site.origin}${prefix(lang)}`);
    await expect(tab).toHaveURL(new RegExp(asked), { timeout: 20_000 });
    await expect(tab.locator("html")).toHaveAttribute("data-was-set", value);
    await expect(tab.locator(control)).toHaveValue(value);
    await tab.close();
  }
});

test("every route change is one page of the server, which counts it, and none is reported by the browser", async ({
  page,
  lang,
}) => {
  const served: string[] = [];
  const visited: string[] = [];
  const place = (address: string) => new URL(address).pathname.replace(/[\dA-Z]{10}/, ":ref");
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest() && response.status() === 200;
    if (isPage) served.push(place(response.url()));
  });
  page.on("framenavigated", (frame) => {
    const address = place(frame.url());
    if (frame === page.mainFrame() && address !== visited.at(-1)) visited.push(address);
  });
  const reported = page.waitForRequest("**/visits", { timeout: 0 }).then(
    (request) => request.url(),
    () => "none",
  );
  const visitor = new Visitor(page, lang);
  await visitor.startsAtHome(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  await visitor.confirms();
  await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: visitor.say("shell:link.terms") })
    .click();
  await expect(page).toHaveURL(/legal\/terms$/);
  expect(served).toEqual(visited);
  expect(new Set(served).size).toBe(served.length);
  expect(served.slice(0, 4)).toEqual([
    prefix(lang),
    `${prefix(lang)}/order/:ref/details`,
    `${prefix(lang)}/order/:ref/confirm`,
    `${prefix(lang)}/order/:ref`,
  ]);
  await page.close();
  expect(await reported).toBe("none");
});
