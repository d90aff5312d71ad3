import { Member } from "../people/member.ts";
import { langs } from "../people/visitor.ts";
import { cookieOf } from "../setup/cookies.ts";
import { expect, recovered, test } from "./outage-site.ts";

for (const lang of langs) {
  for (const fault of ["down", "hang", "error"] as const) {
    test(`in ${lang} whoever signs out is out while the service is ${fault}, and nobody else is`, async ({
      page,
      site,
      context,
      behind: { chaos, stage },
    }) => {
      test.slow();
      await chaos.break(null);
      await recovered(site);
      const member = new Member(page, lang, stage.site);
      await member.signsUp();
      const kept = await cookieOf(context, "session");
      const tab = new Member(await context.newPage(), lang, stage.site);

      await chaos.break(fault);
      // A service that does not answer signs nobody out: the page says so, the session stays.
      await tab.opens("/dashboard");
      await expect(tab.page.getByRole("heading", { name: member.say("errors:unavailable.title") })).toBeVisible();
      expect(await cookieOf(context, "session")).toBe(kept);
      await member.signsOut();
      expect(await cookieOf(context, "session")).toBe("");
      await chaos.break(null);
      await recovered(site);
      expect(await member.isIn()).toBe(false);
    });
  }
}
