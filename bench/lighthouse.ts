import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Inspection, inspect } from "../tests/support/site/lighthouse.ts";
import { type Site, startSite } from "../tests/support/site/site.ts";
import { customers } from "./order-drafts.ts";
import { median } from "./program.ts";

const runs = 5;

/** Lighthouse results of pages on a phone, median of five runs. Needs a quiet machine and `npm run build` first. */
export async function benchLighthouse(): Promise<void> {
  const site = await startSite();
  const folder = await mkdtemp(join(tmpdir(), "bench-lighthouse-"));
  try {
    const order = await openOrder(site);
    const pages: [name: string, path: string, headers: Record<string, string>][] = [
      ["home", "/En", {}],
      ["exchange", "/En/exchange/usdt-to-paypal", {}],
      ["order", order.path, { Cookie: order.cookie }],
    ];
    const headersFile = join(folder, "headers.json");
    for (const [name, path, headers] of pages) {
      await writeFile(headersFile, JSON.stringify(headers));
      const reports: Inspection[] = [];
      const wanted = { only: ["performance"], headersFile } as const;
      for (let count = 0; count < runs; count += 1) reports.push(await inspect(site.origin + path, wanted));
      const score = median(reports.map(({ scores }) => scores.performance ?? 0));
      const tbtMs = median(reports.map((report) => report.tbtMs));
      const lcpMs = median(reports.map((report) => report.lcpMs));
      const rest = `total blocking time ${tbtMs.toFixed(0)} ms (bar: 100), largest paint ${lcpMs.toFixed(0)} ms`;
      console.log(`${name}: Lighthouse on a phone ${score.toFixed(0)} (bar: 99), ${rest}`);
    }
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
}

/** An order awaiting payment, and the cookie that opens it. */
async function openOrder({ origin }: Site): Promise<{ path: string; cookie: string }> {
  const customer = customers(origin, 1);
  const drafts = await customer.prepare(1);
  await customer.execute(drafts);
  customer.leave();
  const [draft] = drafts;
  const path = `/En/order/${draft?.ref}`;
  const opened = await fetch(`${origin}${path}?t=${draft?.token}`, { redirect: "manual" });
  const cookie = opened.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookie.length === 0) throw new Error(`The order's link sets no cookie: ${opened.status}`);
  return { path, cookie: cookie.join("; ") };
}
