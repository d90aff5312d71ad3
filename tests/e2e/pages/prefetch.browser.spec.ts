import { expect, test } from "../setup/browser-test.ts";

/** As a browser without speculation rules; `connection` is what it says of the network. */
function browser(connection: object): string {
  return `Object.defineProperty(HTMLScriptElement, "supports", { value: () => false });
    Object.defineProperty(navigator, "connection", { value: ${JSON.stringify(connection)} });`;
}

test("links in view are prefetched, four at once, and none with data saver", async ({ page }) => {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  await page.route("**/En/**", async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) return route.continue();
    asked.push(new URL(request.url()).pathname);
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.addInitScript(browser({ saveData: false, effectiveType: "4g" }));
  await page.goto("/En/legal/faq");
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length).toBe(4);
  held.shift()?.();
  await expect.poll(() => asked.length).toBe(5);
  expect(new Set(asked).size).toBe(5);
  for (const release of held) release();
});

test("a browser that saves data, or is on a slow network, prefetches nothing", async ({ context, request }) => {
  const rules = await request.get("/speculation-rules.json");
  expect(rules.headers()["content-type"]).toBe("application/speculationrules+json");
  for (const connection of [{ saveData: true }, { effectiveType: "3g" }]) {
    const page = await context.newPage();
    await page.addInitScript(browser(connection));
    await page.goto("/En/legal/faq");
    expect(await page.locator('link[rel="prefetch"]').count()).toBe(0);
    await page.close();
  }
});
