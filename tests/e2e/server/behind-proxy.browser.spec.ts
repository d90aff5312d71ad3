import { expect } from "@playwright/test";
import { proxyNames } from "../../support/site/proxies.ts";
import { siteBehind } from "../../support/site/site-behind.ts";
import { Member } from "../people/member.ts";
import { langs, usdtToPaypal, Visitor } from "../people/visitor.ts";
import { test } from "../setup/site.ts";

for (const [at, name] of proxyNames.entries()) {
  test(`behind ${name} an order and a sign-in work over TLS`, async ({ browser }) => {
    test.slow();
    const behind = await siteBehind(name);
    const context = await browser.newContext({
      baseURL: behind.proxy.origin,
      // The browser resolves the name, and its certificate is the test's own.
      ignoreHTTPSErrors: true,
      // One with scripts, one without.
      javaScriptEnabled: at === 0,
    });
    try {
      const visitor = new Visitor(await context.newPage(), langs[at % langs.length] ?? "en");
      await visitor.makesOrder(usdtToPaypal);
      expect(new URL(visitor.page.url()).origin).toBe(behind.proxy.origin);
      await visitor.button("order:sandbox.pay_exact").click();
      await visitor.sees("order:state.completed.title");
      // Language and time zone give no access; all others do.
      const plain = ["i18n_redirected", "zone"];
      const cookies = (await context.cookies()).filter(({ name: cookie }) => !plain.includes(cookie));
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) {
        expect(cookie).toMatchObject({
          name: expect.stringMatching(/^__Host-/),
          secure: true,
          httpOnly: true,
          path: "/",
        });
      }
      const member = new Member(visitor.page, visitor.lang, behind.site);
      await member.signsUp();
      await member.signsOut();
      await member.signsIn();
      const session = (await context.cookies()).find(({ name: cookie }) => cookie === "__Host-session");
      expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax" });
    } finally {
      await context.close();
      await behind.stop();
    }
  });
}
