import { readFileSync } from "node:fs";
import { DOMParser } from "linkedom";
import { validateXML } from "xmllint-wasm";
import { langs, prefix } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

const schema = readFileSync(new URL("../../support/rates-export.xsd", import.meta.url), "utf8");
const contents = (xml: string) => ({ xml: { fileName: "rates.xml", contents: xml }, schema });

test("the rates file is valid, has the same directions as its JSON twin, and is not sent again while it is the same", async ({
  request,
}) => {
  const response = await request.get("/rates.xml");
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    "content-type": "application/xml; charset=utf-8",
    "cache-control": "public, max-age=15",
    "access-control-allow-origin": "*",
  });
  const xml = await response.text();
  expect((await validateXML(contents(xml))).errors).toEqual([]);
  expect((await validateXML(contents(xml.replace("<in>1</in>", "<in>1,5</in>")))).valid).toBe(false);

  const document = new DOMParser().parseFromString(xml, "text/xml");
  const items = [...document.querySelectorAll("item")].map((item) =>
    Object.fromEntries([...item.children].map(({ tagName, textContent }) => [tagName, textContent])),
  );
  expect(items.length).toBeGreaterThan(10);
  // Rates and reserves may have moved between the two requests.
  const twins: Record<string, string>[] = await (await request.get("/rates.json")).json();
  expect(twins.map(unmoved)).toEqual(items.map(unmoved));
  // Rates step every fifteen seconds: then the file is another.
  await expect(async () => {
    const { etag = "" } = (await request.get("/rates.xml")).headers();
    const again = await request.get("/rates.xml", { headers: { "If-None-Match": etag } });
    expect(again.status()).toBe(304);
  }).toPass();
});

test("the reserves file lists every asset that is paid out", async ({ request }) => {
  const reserves = await (await request.get("/reserves.json")).json();
  expect(reserves).toContainEqual(expect.objectContaining({ code: "BTC", symbol: "BTC", network: "bitcoin" }));
  expect(reserves.length).toBe(7);
});

for (const lang of langs) {
  test(`a monitor's link leads to its pair and amount in ${lang}`, async ({ page }) => {
    await page.goto(`${prefix(lang)}?cur_from=usdttrc20&cur_to=PPEUR&amount=250`);
    const address = new URL(page.url());
    expect(address.pathname).toBe(`${prefix(lang)}/exchange/usdt-to-paypal`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      from: "usdt-trc20",
      to: "paypal-eur",
      amount: "250",
      side: "from",
    });
  });
}

test("a monitor's link with an unknown currency or an unreadable amount still shows a calculator", async ({
  request,
}) => {
  const unknown = await request.get("/En?cur_from=NOCOIN&cur_to=PPUSD");
  expect(unknown.status()).toBe(200);
  expect(new URL(unknown.url()).pathname).toBe("/En");
  const unreadable = await request.get("/En?cur_from=BTC&cur_to=PPUSD&amount=lots");
  expect(unreadable.status()).toBe(200);
  expect(new URL(unreadable.url()).searchParams.get("from")).toBe("btc");
  const received = await request.get("/?cur_from=BTC&cur_to=PPUSD&amount_to=100", { maxRedirects: 0 });
  expect(received.status()).toBe(302);
  expect(received.headers().location).toBe("/En/exchange/crypto-to-paypal?from=btc&to=paypal-usd&amount=100&side=to");
});

function unmoved({
  from,
  to,
  in: amountIn,
  frommin,
  minamount,
  tofee,
  param,
  ...moving
}: Record<string, string | null>) {
  return { from, to, one: amountIn, frommin, minamount, tofee, param, moving: Object.keys(moving).sort() };
}
