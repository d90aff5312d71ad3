import { BackOffice, withReason } from "../people/back-office.ts";
import { Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

test("with a low reserve a visitor can ask for one email, and its link cancels it", async ({
  page,
  site,
  hasScripts,
  lang,
}) => {
  const office = new BackOffice(site);
  const visitor = new Visitor(page, lang);
  const email = `waits-${lang}-${hasScripts ? "js" : "plain"}@mail.com`;
  await office.unpaidExpire();
  const spare = await office.spareDollars();
  await office.operator("reserve take", { asset: "paypal-usd", amount: spare, anyway: "yes", ...withReason });
  await visitor.opens("/exchange/usdt-to-paypal?from=usdt-trc20&to=paypal-usd&amount=500&side=from");
  await expect(page.getByText(visitor.say("calculator:problem.reserve_low"))).toBeVisible();

  const field = page.getByLabel(visitor.say("calculator:reserveRequest.label"));
  await field.fill("nobody@nowhere");
  await visitor.button("calculator:reserveRequest.submit").click();
  await expect(page.getByText(visitor.say("problems:field.email_format")).first()).toBeVisible();
  const again = page.getByLabel(visitor.say("reserve:email"));
  await expect(again).toHaveValue("nobody@nowhere");
  await again.fill(email);
  await visitor.button("reserve:submit").click();
  await expect(
    page.getByText(visitor.say(`reserve:accepted_${lang === "ru" ? "many" : "other"}`, { email, count: "30" })),
  ).toBeVisible();

  await office.operator("reserve fund", { asset: "paypal-usd", amount: spare, anyway: "yes", ...withReason });
  // Requests are processed every fifteen seconds, and when the sandbox's clock moves.
  await office.passes(15);
  let text = "";
  await expect(async () => {
    const { data } = await office.call("sandboxLetters", { query: { to: email } });
    text = data[0]?.text ?? "";
    expect(text).toContain("stop?t=");
  }).toPass({ intervals: [50, 100, 200] });

  const stop = new URL(/https?:\S+stop\?t=\S+/.exec(text)?.[0] ?? "");
  await page.goto(`${site.origin}${stop.pathname}${stop.search}`);
  await visitor.button("reserve:stop.submit").click();
  await expect(page.getByText(visitor.say("reserve:stop.done"))).toBeVisible();
  expect(site.log()).not.toContain(stop.searchParams.get("t"));
});
