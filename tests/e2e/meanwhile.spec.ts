import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./site.ts";
import { langs, usdtToPaypal, Visitor } from "./visitor.ts";

const pair = "usdt-trc20_paypal-usd";

const because = ["--reason", "a test of the website"];

/** A command of the operator beside the running site, as in a second terminal; answers what it printed. */
async function operator(dataDir: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ["build/operator.js", ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed: Buffer[] = [];
  child.stdout.on("data", (chunk) => printed.push(chunk));
  const [code] = await once(child, "close");
  expect(code, args.join(" ")).toBe(0);
  return Buffer.concat(printed).toString();
}

/** Whole dollars that can be taken out so that less than a hundred stay. */
async function spareDollars(dataDir: string): Promise<string> {
  const { data }: { data: { asset: string; reserve: string }[] } = JSON.parse(
    await operator(dataDir, "--json", "reserve", "list"),
  );
  const reserve = data.find(({ asset }) => asset === "paypal-usd")?.reserve.split(".")[0] ?? "0";
  return String(BigInt(reserve) - 99n);
}

for (const lang of langs) {
  test(`a pair that is paused while an order is filled in is said, and goes on later, in ${lang}`, async ({
    page,
    site,
  }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal");
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    await operator(site.dataDir, "pairs", "pause", pair, ...because);
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:pair_paused")).first()).toBeVisible();
    await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd");
    await expect(page.getByText(visitor.say("calculator:trouble.paused")).first()).toBeVisible();
    await operator(site.dataDir, "pairs", "resume", pair, ...because);
    await visitor.makesOrder(usdtToPaypal);
  });

  test(`a reserve that is gone at the last step is said, and nothing is taken, in ${lang}`, async ({ page, site }) => {
    const visitor = new Visitor(page, lang);
    await visitor.opens("/exchange/usdt-to-paypal");
    await visitor.asksFor(usdtToPaypal);
    await visitor.fillsDetails(usdtToPaypal);
    const spare = await spareDollars(site.dataDir);
    await operator(site.dataDir, "reserve", "take", "paypal-usd", spare, ...because);
    await visitor.consents();
    await visitor.button("confirm:submit").click();
    await expect(page.getByText(visitor.say("problems:reserve_insufficient")).first()).toBeVisible();
    await operator(site.dataDir, "reserve", "fund", "paypal-usd", spare, ...because);
    // The same order goes on once the reserve is back.
    await visitor.confirms();
    await expect(visitor.status("order:state.awaiting_payment.title")).toBeVisible();
  });
}
