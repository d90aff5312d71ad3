import { startPostgres } from "../../support/service/postgres.ts";
import { startSite } from "../../support/site/site.ts";
import { otherAddress } from "../../support/withdrawals/withdrawals.ts";
import { Member } from "../people/member.ts";
import { langs, prefix, siteText } from "../people/visitor.ts";
import { test as base, expect } from "../setup/story.ts";
import { BackOfficeWithDatabase, rareCases } from "./rare-state-cases.ts";
import { expectStatePage } from "./state-page.ts";

const test = base.extend<{ office: BackOfficeWithDatabase }, { database: string }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const postgres = await startPostgres({ isDurable: false });
      await use(await postgres.freshUrl());
      await postgres.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  siteAtPace: [
    async ({ database }, use) => {
      const secrets = {
        ORDER_LINK_SECRETS: "o".repeat(32),
        ACCOUNT_SECRETS: "a".repeat(32),
        SESSION_SECRETS: "s".repeat(32),
      };
      const site = await startSite({ SANDBOX_PACE_MS: "600000", DATABASE_URL: database, ...secrets });
      await use(async () => site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  office: async ({ site, database }, use) => {
    const office = new BackOfficeWithDatabase(site, database);
    await use(office);
    await office.leaves();
  },
});

for (const [name, { is, reach, look }] of Object.entries(rareCases)) {
  test(`${name}: the page shows the status, the possible actions and what happens next`, { tag: "@http" }, async ({
    page,
    office,
    lang,
  }) => {
    const orderKey = await reach(office);
    await expectStatePage({ office, page, orderKey, is, look, lang });
  });
}

/** How a withdrawal can stand, with the columns that go with it; each has its title, and an end its reason. */
const withdrawalStates = [
  { status: "processing", reason: null, title: "processing", says: "one.processing" },
  { status: "completed", reason: null, title: "completed", says: "one.completed" },
  { status: "cancelled", reason: "by_member", title: "cancelled", says: "one.reason.by_member" },
  { status: "cancelled", reason: "not_confirmed", title: "cancelled", says: "one.reason.not_confirmed" },
  { status: "cancelled", reason: "lapsed", title: "cancelled", says: "one.reason.lapsed" },
  { status: "rejected", reason: "reported", title: "rejected", says: "one.reason.reported" },
  { status: "rejected", reason: "by_team", title: "rejected", says: "one.reason.by_team" },
  { status: "failed", reason: "not_sent", title: "failed", says: "one.reason.not_sent" },
  { status: "failed", reason: "returned", title: "returned", says: "one.reason.returned" },
  {
    status: "completed",
    reason: "sent_after_failure",
    title: "sent_after_failure",
    says: "one.reason.sent_after_failure",
  },
  // The last: the test keeps the service from handing it over, which locks its row.
  { status: "approved", reason: null, title: "approved", says: "one.processing" },
] as const;
const acts: Record<string, string> = { cancelled: "one.again", rejected: "one.support", failed: "one.again" };

test("a withdrawal's page says how it stands, in both languages", { tag: "@http" }, async ({
  page,
  site,
  office,
  lang,
}) => {
  const member = new Member(page, lang, site);
  const session = await member.hasAccount();
  const credentials = { headers: { Authorization: `Bearer ${session.access_token}` } };
  await member.signsIn();
  const asset = "usdt-trc20";
  await office.call("balanceCreate", { body: { asset }, ...credentials });
  await office.call("sandboxDeposits", { body: { asset, amount: "200" }, ...credentials });
  await office.call("sandboxDeposits", { body: { asset, event: "confirm" }, ...credentials });
  const available = async () => (await office.call("balanceCoin", { query: { asset }, ...credentials })).data.available;
  await expect.poll(available, { intervals: [50, 100, 200] }).toBe("200.000000");
  const body = { asset, amount: "50", account: otherAddress };
  const { data: withdrawal } = await office.call("withdrawalsCreate", { body, ...credentials, key: "in every state" });
  for (const { status, reason, title, says } of withdrawalStates) {
    if (status === "approved") await office.stopsWriting("outgoing");
    await office.changes(
      `update withdrawal set status = $2, reason = nullif($3, ''), confirmed_at = created_at, approved_at = created_at,
        ended_at = case when $2 in ('approved', 'processing') then null else created_at end where id = $1`,
      ...[withdrawal.id, status, reason ?? ""],
    );
    for (const language of langs) {
      const say = (key: string) => siteText(language, `withdrawals:${key}`);
      await page.goto(`${prefix(language)}/dashboard/withdrawals/${withdrawal.id}`);
      await expect(page.getByRole("heading", { level: 1, name: say(`one.title.${title}`) })).toBeVisible();
      await expect(page.getByText(say(says)).first()).toBeVisible();
      await expect(page.getByText(say(`status.${status}`)).first()).toBeVisible();
      const act = acts[status];
      if (act) await expect(page.getByRole("link", { name: say(act) })).toBeVisible();
      await expect(page.getByRole("button", { name: say("one.cancel") })).toHaveCount(0);
    }
  }
});
