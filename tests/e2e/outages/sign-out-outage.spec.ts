import { Member } from "../people/member.ts";
import { cookieOf, sealedSession } from "../setup/cookies.ts";
import { expect, recovered, test } from "./outage-site.ts";

for (const fault of ["down", "hang", "error"] as const) {
  test(`with the service ${fault}, a sign-out works and an open page keeps its session`, {
    tag: fault === "down" ? [] : "@http",
  }, async ({ page, site, context, behind: { chaos, office }, lang }) => {
    test.slow();
    await chaos.break(null);
    await recovered(site);
    const member = new Member(page, lang, office.site);
    // Not by the page: a busy machine may take longer to hash the password than a page of this site may take.
    const { access_token: bearer, expires_at: endsAt } = await member.hasAccount();
    const session = await sealedSession(site, { bearer, endsAt });
    await context.addCookies([{ name: "session", value: session, url: site.origin, httpOnly: true }]);
    await member.opens("/dashboard");
    const sessionCookie = await cookieOf(context, "session");
    const tab = new Member(await context.newPage(), lang, office.site);

    await chaos.break(fault);
    // An outage does not end the session: the page shows the outage, and the cookie stays.
    await tab.opens("/dashboard");
    await expect(tab.page.getByRole("heading", { name: member.say("errors:unavailable.title") })).toBeVisible();
    expect(await cookieOf(context, "session")).toBe(sessionCookie);
    await member.signsOut();
    expect(await cookieOf(context, "session")).toBe("");
    await chaos.break(null);
    await recovered(site);
    expect(await member.isIn()).toBe(false);
  });
}
