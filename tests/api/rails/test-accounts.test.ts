import { expect, test } from "vitest";
import { testAccount, testOutcomes } from "../../../upstream/rails/sandbox/test-accounts.ts";
import { exchange } from "../../support/service/exchange.ts";
import { figures } from "../../support/wallets/deposits.ts";
import {
  confirmed,
  fundedMember,
  later,
  savedAddress,
  violations,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

/**
 * How a withdrawal of 100 USDT with a fee of 1 to the test account of an outcome ends, and what is then left of 1,000. What
 * comes back, or is taken later, is what was sent.
 */
const ends = {
  refused: { status: "failed", reason: "not_sent", posted: "1000.000000" },
  reverted: { status: "failed", reason: "not_sent", posted: "1000.000000" },
  displaced: { status: "failed", reason: "not_sent", posted: "1000.000000" },
  returned: { status: "failed", reason: "returned", posted: "999.000000" },
  late: { status: "completed", reason: "sent_after_failure", posted: "901.000000" },
} as const;

test.each(testOutcomes)(
  "a withdrawal to the test account %s ends as that says, and the books agree",
  async (outcome) => {
    const service = await exchange();
    const member = await fundedMember(service);
    const account = testAccount("tron", outcome);
    await savedAddress(service, member, account);
    await later(service, member);
    const { id } = await confirmed(service, member, { account });
    for (let passes = 0; passes < 4; passes += 1) await service.pass(15);
    const { status, reason, posted } = ends[outcome];
    expect(await withdrawalOf(service, member, id)).toMatchObject({ status, reason });
    expect(await figures(service, member)).toMatchObject({ posted, held: "0.000000" });
    expect(await violations(service)).toEqual([]);
  },
);

test("the page of test accounts lists each with its outcome, in the reader's language", async () => {
  const service = await exchange();
  const page = async (language: string) => {
    const url = "http://service/api/v1/sandbox/accounts/test";
    const response = await service.fetch(new Request(url, { headers: { "Accept-Language": language } }));
    return { status: response.status, text: await response.text() };
  };
  const [english, russian] = [await page("en"), await page("ru")];
  expect([english.status, russian.status]).toEqual([200, 200]);
  for (const outcome of testOutcomes) {
    expect(english.text).toContain(testAccount("tron", outcome));
    expect(russian.text).toContain(testAccount("paypal", outcome));
  }
  expect(english.text).toContain("Arrives and comes back a little later");
  expect(russian.text).toContain("Приходит и чуть позже возвращается");
});
