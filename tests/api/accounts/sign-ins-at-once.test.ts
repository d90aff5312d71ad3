import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { expect, test, vi } from "vitest";
import { passwordsBeingHashed } from "../../../upstream/accounts/security/passwords.ts";
import { exchange } from "../../support/service/exchange.ts";

const compressed = promisify(gzip);

test("under many sign-ins at most two passwords are hashed at once, and quotes and pages are still answered", async () => {
  const service = await exchange();
  let answered = 0;
  const signIns = Array.from({ length: 40 }, async (_, at) => {
    const peer = { address: `198.51.${at}.1`, isTrusted: false };
    await service.ask("signin", { body: { email: `nobody${at}@example.com`, password: "a wrong password" }, peer });
    answered += 1;
  });
  await vi.waitFor(() => expect(passwordsBeingHashed()).toBe(2), { interval: 1 });
  const before = answered;

  // A price needs no thread of the pool that hashes, the bytes of a page one.
  const query = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
  expect((await service.ask("exchangeQuote", { query })).status).toBe(200);
  await compressed("a page");
  expect(passwordsBeingHashed()).toBeLessThanOrEqual(2);
  // Had all of them been given to the pool, its four threads would have to end all but the last ones before. On a busy machine some end
  // meanwhile.
  expect(answered - before).toBeLessThan(30);
  await Promise.all(signIns);
});
