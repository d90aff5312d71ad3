import { once } from "node:events";
import { expect } from "@playwright/test";
import { ask } from "../../support/service/ask.ts";
import { type Site, startSite } from "../../support/site/site.ts";
import { test } from "../setup/site.ts";

const call = { "client-id": "e2e", "Content-Type": "application/json" };

/** A draft, created as by any API client. */
async function draft(site: Site): Promise<{ ref: string; token: string }> {
  const body = JSON.stringify({ from: "usdt-trc20", to: "paypal-usd", amount: "100" });
  const response = await ask(site, "/api/v1/exchange/step-one", call, "POST", body);
  expect(response.status, response.text).toBe(201);
  const { data } = JSON.parse(response.text);
  return { ref: data.order.ref, token: data.token };
}

/** Opens the order by its link, as in another browser, and returns the cookie. */
async function keyOf(site: Site, { ref, token }: { ref: string; token: string }): Promise<string> {
  const linked = await ask(site, `/En/order/${ref}?t=${token}`);
  expect(linked.status).toBe(302);
  expect(linked.headers.location).toBe(`/En/order/${ref}`);
  const cookie = linked.headers["set-cookie"]?.[0] ?? "";
  expect(cookie).toMatch(/^orders=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  return cookie.split(";")[0] ?? "";
}

test("an order's link opens it in any browser, and its token shows nowhere", async ({ site }) => {
  const log = site.logFromNow();
  const order = await draft(site);
  const other = await draft(site);
  const cookie = await keyOf(site, order);
  expect(cookie).not.toContain(order.token);
  const page = await ask(site, `/En/order/${order.ref}/details`, { Cookie: cookie });
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(order.token);
  expect((await ask(site, `/En/order/${order.ref}/details`)).status).toBe(404);
  expect((await ask(site, `/En/order/${other.ref}/details`, { Cookie: cookie })).status).toBe(404);
  expect((await ask(site, `/En/order/${other.ref}?t=${order.token}`)).status).toBe(404);
  // The log arrives a little later than the responses; the last request shows that it is complete.
  await ask(site, "/En/after-the-order");
  await expect.poll(log).toContain("/En/after-the-order");
  expect(log()).toContain(order.ref);
  expect(log()).not.toContain(order.token);
});

test("a second site on the same data folder refuses to start; an open stream ends when the first stops, which exits with 0", async () => {
  const site = await startSite({ DATABASE_URL: "" });
  await expect(startSite({ DATA_DIR: site.dataDir, DATABASE_URL: "" })).rejects.toThrow(
    /ended at once:\n\{"level":"fatal",.+"message":"[^"]+".+"msg":"the site cannot start"\}\n$/,
  );
  expect((await ask(site, "/readyz")).status).toBe(200);

  const order = await draft(site);
  const cookie = await keyOf(site, order);
  const stream = await fetch(`${site.origin}/En/order/${order.ref}/stream`, { headers: { Cookie: cookie } });
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const reader = stream.body?.getReader();
  let received = "";
  while (!received.includes("pulse")) {
    const part = await reader?.read();
    if (!part || part.done) throw new Error(`The stream ended after ${JSON.stringify(received)}`);
    received += new TextDecoder().decode(part.value);
  }
  const ended = once(site.process, "exit");
  site.process.kill("SIGTERM");
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
  const [code] = await ended;
  expect(code).toBe(0);
  await site.stop();
});
