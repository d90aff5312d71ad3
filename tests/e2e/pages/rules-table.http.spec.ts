import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("the table of exceptions is on the FAQ, the terms and the exchange page", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  for (const [path, title] of [
    ["/legal/faq", "titleOf.crypto"],
    ["/legal/terms", "title"],
    ["/exchange/usdt-to-paypal", "title"],
  ]) {
    await visitor.opens(path ?? "");
    const table = page.getByRole("region", { name: visitor.say(`rules:${title}`) });
    await expect(table.getByText(visitor.say("holds:amount_mismatch.rules.term"), { exact: true })).toBeVisible();
    const rare = table.getByText(visitor.say("holds:gateway_review.rules.term"));
    if (!(await rare.isVisible())) await table.getByText(visitor.say("rules:more")).click();
    await expect(rare).toBeVisible();
  }
});

test("each product has only its own rules", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  const dispute = page.getByText(visitor.say("holds:dispute.rules.term"));
  const wrongAsset = page.getByText(visitor.say("holds:wrong_asset.rules.term"));
  for (const [path, disputes, wrongAssets] of [
    ["/exchange/usdt-to-paypal", 0, 1],
    ["/exchange/paypal-invoice", 1, 0],
  ] as const) {
    await visitor.opens(path);
    await expect(dispute).toHaveCount(disputes);
    await expect(wrongAsset).toHaveCount(wrongAssets);
  }
});

test("the confirm page has its button before the sums and the rules", async ({ page, lang }) => {
  const visitor = new Visitor(page, lang);
  await visitor.opens("/exchange/usdt-to-paypal");
  await visitor.asksFor(usdtToPaypal);
  await visitor.fillsDetails(usdtToPaypal);
  const html = await (await page.request.get(page.url())).text();
  const places = ['id="details"', 'name="terms"', 'name="quote_id"', 'data-rules="crypto"'].map((part) =>
    html.indexOf(part),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
