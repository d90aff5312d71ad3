import { describe, expect, test } from "vitest";
import { noticeEmailKinds } from "../../../upstream/accounts/account-emails.ts";
import { sendAccountEmail } from "../../../upstream/accounts/emails/account-email.ts";
import { emailMessage, securityEvent } from "../../../upstream/db/schema/index.ts";
import { exchange } from "../../support/service/exchange.ts";
import { askForAccount, codeFor } from "../../support/service/members.ts";

const client = '<img src=x onerror="alert(1)">';

/** Those without “this was not me”: not about a change of the account, or with nothing to freeze. */
const withoutReport: (typeof noticeEmailKinds)[number][] = [
  ...(["sign_up_taken", "email_change_taken", "two_factor_failed", "addresses_only_on", "account_frozen"] as const),
  ...(["withdrawals_frozen", "withdrawals_unfrozen", "closed"] as const),
];

describe.each(["en", "ru"] as const)("an account email in %s", (language) => {
  test.each(noticeEmailKinds)(
    "%s states the event and its origin, has all texts and a report, and escapes input",
    async (kind) => {
      const service = await exchange();
      const { context, mailer } = service.upstream;
      const at = context.clock.now();
      const origin = { address: "192.0.2.1", network: "n", client };
      const event = { id: "sec_1", memberId: "us_1", event: "signed_in", method: null, ...origin, at } as const;
      await context.db.orm.insert(securityEvent).values(event);
      const row = {
        id: "account:sec_1:lt_1",
        kind,
        language,
        to: "anna@example.com",
        cause: "house",
        createdAt: at,
      } as const;
      await context.db.orm.insert(emailMessage).values({ ...row, status: "queued" });
      await sendAccountEmail(context, mailer, row.id);
      await sendAccountEmail(context, mailer, row.id);
      const [sent, ...others] = await service.emails(row.to);
      expect(others).toEqual([]);
      expect(sent?.subject).toMatch(/\S/);
      expect(`${sent?.subject}${sent?.text}${sent?.html.replace(/<style>.*?<\/style>/s, "")}`).not.toMatch(/[{}]/);
      expect(sent?.text).toContain("192.0.2.1");
      expect(sent?.html).not.toContain(client);
      expect(sent?.text).not.toContain("\n\n\n");
      expect(sent?.text.includes("/withdrawals/report?t=")).toBe(!withoutReport.includes(kind));
    },
  );
});

test("an email with a replaced code is not sent", async () => {
  const service = await exchange({ jobs: "by hand" });
  await askForAccount(service, "anna@example.com");
  await service.upstream.context.clock.advance(60);
  await askForAccount(service, "anna@example.com");
  await service.runJobs();
  expect(await service.emails("anna@example.com")).toHaveLength(1);
  const code = await codeFor(service, "anna@example.com");
  const rows = await service.upstream.context.db.orm.select().from(emailMessage);
  expect(rows.map(({ status }) => status).sort()).toEqual(["overtaken", "stored"]);
  expect(rows.flatMap(({ subject, text, html }) => [subject, text, html])).toEqual(Array(6).fill(null));
  const [letterSent] = await service.emails("anna@example.com");
  expect(letterSent?.subject).toBe(`${code} is your Kursa code`);
});
