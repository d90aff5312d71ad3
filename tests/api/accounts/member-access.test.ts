import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../../contract/calls/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/calls/endpoints.ts";
import { tronAddress } from "../../support/orders/example-customer.ts";
import { answerOf, type Wire, wireRequest } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { type Belongings, memberCalls } from "../../support/service/member-calls.ts";
import { by, from, type Member, signedUp } from "../../support/service/members.ts";
import { saveAddress } from "../../support/service/saved-addresses.ts";
import { fundedMember, requested } from "../../support/withdrawals/withdrawals.ts";

const names = Object.keys(memberCalls).filter((name): name is EndpointName => name in endpoints);
const canary = "Canary of Anna";
let service: Exchange;
let anna: Member;
let theirs: Belongings;

test("every member call has a case here", () => {
  const memberCallNames = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === "member");
  expect(names.sort()).toEqual(memberCallNames.map(([name]) => name).sort());
});

/** Once for all calls: each test shows that Anna's data are as they were before it. */
beforeAll(async () => {
  service = await exchange();
  anna = await fundedMember(service, "anna@example.com");
  const signedIn = by(anna.token);
  await service.call("memberSettingsProfile", { body: { name: canary }, ...signedIn });
  const place = { asset: "usdt-trc20", label: canary, account: tronAddress };
  const address = (await saveAddress(service, anna, place)).reply().data.id;
  const session = (await service.call("memberSessions", signedIn)).reply().data[0]?.id ?? "";
  await service.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: "123.456789" }, ...signedIn });
  await service.call("affiliateJoin", signedIn);
  const link = "annas-channel";
  await service.call("affiliateLinkAdd", { body: { label: canary, code: link }, ...signedIn });
  theirs = { session, address, withdrawal: (await requested(service, anna)).id, link };
});

const ask = async (name: EndpointName, sent: Wire) => answerOf(name, await service.fetch(wireRequest(name, sent)));

/** Anna's data, as she sees it. */
const belongings = async () => {
  const signedIn = by(anna.token);
  const wallets = ["balanceDetails", "memberTransactions", "memberStatement", "withdrawalsList"] as const;
  const programme = ["affiliateSummary", "affiliateLinks"] as const;
  const calls = [
    "memberProfile",
    "memberSessions",
    "memberLogins",
    "memberAddresses",
    ...wallets,
    ...programme,
  ] as const;
  return Promise.all(calls.map(async (name) => (await service.call(name, signedIn)).text));
};

describe.each(names.map((name, at) => [name, at] as const))("%s", (name, at) => {
  test("neither shows nor changes another member's data", async () => {
    // Another each time: she may end her own session or account.
    const eve = await signedUp(service, `eve-${at}@example.com`, from(`198.51.100.${at + 1}`));
    const before = await belongings();
    const response = await ask(name, { ...memberCalls[name]?.(theirs), ...by(eve.token) });
    for (const secret of [canary, "123.456789", anna.id, anna.email, anna.token])
      expect(response.text).not.toContain(secret);
    if (JSON.stringify(memberCalls[name]?.(theirs)).match(/(se|adr|wd)_/)) {
      expect(response.problem()).toMatchObject({ status: 404, code: "not_found" });
    }
    expect(await belongings()).toEqual(before);
  });

  test("gives the same response to every unauthenticated caller", async () => {
    const sound = memberCalls[name]?.(theirs);
    const answers = [
      await ask(name, { ...sound }),
      await ask(name, { ...sound, ...by("unknown") }),
      await ask(name, { body: { anything: 1 }, headers: { "Content-Type": "text/plain" } }),
    ];
    const outcomes = answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"\w+"/, "")}`);
    expect(new Set(outcomes).size).toBe(1);
    expect(answers[0]?.problem()).toMatchObject({ status: 401, code: "unauthenticated" });
  });
});
