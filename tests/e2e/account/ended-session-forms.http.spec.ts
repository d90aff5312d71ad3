import { type APIRequestContext, request as requests } from "@playwright/test";
import { Member, password } from "../people/member.ts";
import { bearerOf } from "../setup/cookies.ts";
import { siteRoutes } from "../setup/site-routes.ts";
import { expect, test } from "../setup/story.ts";

type Typed = { sent: Record<string, string>; restored: readonly string[] };

/** The input of every member form, and what must be kept across a sign-in. */
const forms: Record<string, Typed> = {
  "/dashboard/account": {
    sent: { name: "Kept Name", phone: "+371 20 000 001" },
    restored: ["Kept Name", "+371 20 000 001"],
  },
  "/dashboard/account/addresses": {
    sent: { label: "Kept Label", account: "kept-account" },
    restored: ["Kept Label", "kept-account"],
  },
  "/dashboard/account/email": {
    sent: { email: "kept@mail.com", password: "kept password" },
    restored: ["kept@mail.com"],
  },
  "/dashboard/account/phrase": { sent: { phrase: "Kept words", password: "kept password" }, restored: ["Kept words"] },
  "/dashboard/new-order": {
    sent: { from: "usdt-trc20", to: "paypal-usd", side: "from", from_amount: "654", shown_from: "500" },
    restored: ["654"],
  },
  // Its fields are shown to partners only.
  "/dashboard/affiliates": { sent: { intent: "add", label: "Video channel" }, restored: [] },
  "/dashboard/wallets": { sent: { intent: "open", asset: "usdt-trc20" }, restored: [] },
  "/dashboard/wallets/deposit": { sent: { intent: "deposit", asset: "usdt-trc20", amount: "654" }, restored: [] },
  "/dashboard/withdrawals": { sent: { intent: "only_off", code: "654321" }, restored: [] },
  // Its form is shown to members with money only.
  "/dashboard/withdrawals/new": { sent: { asset: "usdt-trc20", amount: "654", account: "kept" }, restored: [] },
  "/dashboard/withdrawals/:withdrawal": { sent: { intent: "confirm", code: "654321" }, restored: [] },
  // Passwords and codes are never kept; a picture is chosen again; ending a session is one button.
  "/dashboard/account/email/code": { sent: { code: "654321" }, restored: [] },
  "/dashboard/account/password": {
    sent: { current_password: "kept password", password: "kept password" },
    restored: [],
  },
  "/dashboard/account/two-factor": { sent: { intent: "enable", code: "654321" }, restored: [] },
  "/dashboard/account/picture": { sent: { intent: "remove" }, restored: [] },
  "/dashboard/account/sessions": { sent: { id: "se_1" }, restored: [] },
  "/dashboard/account/freeze": { sent: { end_this_session: "on" }, restored: [] },
  "/dashboard/account/close": { sent: { password: "kept password" }, restored: [] },
};

test("every form of the dashboard has a case in this file", () => {
  const routes = siteRoutes().filter(({ path, hasAction }) => hasAction && path.startsWith("/dashboard"));
  // Unknown addresses answer a POST, too, and have no form.
  const actions = routes.filter(({ path }) => !path.endsWith("*"));
  expect(actions.map(({ path }) => path).sort()).toEqual(Object.keys(forms).sort());
});

for (const [path, { sent, restored }] of Object.entries(forms)) {
  test(`${path}: a form sent after the session ended is filled in again after the sign-in`, async ({
    page,
    site,
    context,
  }) => {
    const member = new Member(page, "en", site);
    await member.beginsSignedIn();
    const bearer = await bearerOf(site, context);
    await member.office.call("logout", { headers: { Authorization: `Bearer ${bearer}` } });

    const browser = await requests.newContext({
      baseURL: site.origin,
      storageState: await context.request.storageState(),
    });
    const first = await posts(browser, site.origin, `/En${path}`, sent);
    const wayIn = `/En/sign-in?next=${encodeURIComponent(`/En${path}`)}&why=ended`;
    expect([first.status, first.location]).toEqual([303, wayIn]);
    const back = await posts(browser, site.origin, wayIn, { email: member.email, password });
    expect(back.status).toBe(303);
    // Without a started step, its page redirects to the previous one.
    expect(`/En${path}`).toContain(back.location);
    const text = await (await browser.get(`/En${path}`)).text();
    expect(restored.filter((value) => !isFilledIn(text, value))).toEqual([]);
    for (const secret of ["kept password", "654321"]) expect(text).not.toContain(secret);
    // Once: the next visit has no kept input.
    const again = await (await browser.get(`/En${path}`)).text();
    expect(restored.filter((value) => isFilledIn(again, value))).toEqual([]);
    await browser.dispose();
  });
}

test("an answer to a member's ticket that is sent after the session ended is filled in again after the sign-in", async ({
  page,
  site,
  context,
}) => {
  const member = new Member(page, "ru", site);
  await member.beginsSignedIn();
  const headers = { Authorization: `Bearer ${await bearerOf(site, context)}` };
  const question = { topic: "other" as const, message: "Вопрос", email: member.email };
  const { data } = await member.office.call("supportMessage", { body: question, headers, key: member.email });
  await member.office.call("logout", { headers });

  const storageState = await context.request.storageState();
  const browser = await requests.newContext({ baseURL: site.origin, storageState });
  const path = `/Ru/support/${data.ticket}`;
  // As browsers send a form that may have pictures.
  const message = Array.from({ length: 400 }, (_, at) => `слово${at}`).join(" ");
  const multipart = {
    intent: "answer",
    after: "",
    message,
    files: { name: "shot.png", mimeType: "image/png", buffer: Buffer.alloc(200_000) },
  };
  const first = await browser.post(path, { multipart, headers: { Origin: site.origin }, maxRedirects: 0 });
  const wayIn = `/Ru/sign-in?next=${encodeURIComponent(path)}&why=ended`;
  expect([first.status(), first.headers().location]).toEqual([303, wayIn]);
  await posts(browser, site.origin, wayIn, { email: member.email, password });
  expect(isFilledIn(await (await browser.get(path)).text(), message)).toBe(true);
  expect(isFilledIn(await (await browser.get(path)).text(), message)).toBe(false);
  await browser.dispose();
});

/** In a field of one line, or in the two lines of an address. */
function isFilledIn(page: string, value: string): boolean {
  return page.includes(`value="${value}"`) || page.includes(`>${value}</textarea>`);
}

async function posts(browser: APIRequestContext, Origin: string, path: string, form: Record<string, string>) {
  const response = await browser.post(path, { form, headers: { Origin }, maxRedirects: 0 });
  return { status: response.status(), location: response.headers().location };
}
