import { password } from "../people/member.ts";
import { secondStepPath, TwoFactorMember } from "../people/two-factor-member.ts";
import { bearerOf, cookieOf, unsealed } from "../setup/cookies.ts";
import { expect, test } from "../setup/story.ts";

const nextPassword = "another horse entirely";

test("no password, token or challenge appears in pages, data, addresses or logs", async ({ page, site, context }) => {
  test.slow();
  const seen: string[] = [];
  const reading: Promise<unknown>[] = [];
  page.on("request", (request) => seen.push(request.url()));
  page.on("response", (response) => {
    // A redirect has no body.
    reading.push(
      response.text().then(
        (text) => seen.push(text),
        () => undefined,
      ),
    );
  });
  const secrets = new Set([password, nextPassword]);
  const learns = async (cookie: string, ...names: string[]) => {
    const value = await unsealed(site, await cookieOf(context, cookie));
    for (const name of names) {
      expect(value[name], `${name} in ${cookie}`).toEqual(expect.stringMatching(/.{5}/));
      secrets.add(String(value[name]));
    }
  };
  const bearers: string[] = [];
  const learnsBearer = async () => {
    await learns("session", "bearer");
    bearers.push(await bearerOf(site, context));
  };

  const member = new TwoFactorMember(page, "en", site);
  await member.asksForCode();
  await learns("pending", "challengeId");
  await member.entersCode(await member.code());
  await expect(page).toHaveURL(/\/dashboard$/);
  await learnsBearer();
  await member.signsOut();
  await member.signsIn();
  await learnsBearer();

  await member.opens("/dashboard/account/password");
  await member.field("account:password.current").fill(password);
  await member.field("account:password.new").fill(nextPassword);
  await member.button("account:password.submit").click();
  await expect(page.getByText(member.say("account:done.password"))).toBeVisible();
  await learnsBearer();

  await member.turnsOn(nextPassword);
  await learnsBearer();
  await member.opens(secondStepPath);
  await member.signsOut();
  await member.comesToSecondStep(nextPassword);
  await learns("pending", "token");
  await member.field("auth:twoFactor.code").fill("000000");
  await member.button("auth:twoFactor.submit").click();
  await expect(page.getByRole("heading", { name: member.say("problems:two_factor_invalid") })).toBeVisible();
  await member.field("auth:twoFactor.code").fill(await member.freshCode());
  await member.button("auth:twoFactor.submit").click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await learnsBearer();
  for (const path of ["", "/dashboard/account/sessions", "/dashboard.data", "/dashboard/account.data"]) {
    seen.push(await (await page.request.get(`${site.origin}/En${path}`)).text());
  }

  // A security change and every sign-in issue a new one; earlier ones are invalid.
  expect(new Set(bearers).size).toBe(5);
  const isAlive = async (bearer: string) =>
    (
      await fetch(`${site.origin}/api/v1/member/profile`, {
        headers: { "client-id": "test", Authorization: `Bearer ${bearer}` },
      })
    ).status;
  expect(await Promise.all(bearers.map(isAlive))).toEqual([401, 401, 401, 401, 200]);

  await Promise.all(reading);
  expect(seen.some((text) => text.includes(member.email))).toBe(true);
  for (const secret of secrets) {
    expect(seen.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([]);
    expect(site.log()).not.toContain(secret);
  }
});
