import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { order, payment } from "../../../upstream/db/schema/orders.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { joined, type Partner, referralsOf, withRewards } from "../../support/affiliates/partners.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by } from "../../support/service/members.ts";

/** Everything that a partner can read. */
async function readable(service: Exchange, { member }: Partner): Promise<Record<string, string>> {
  const signedIn = by(member.token);
  const text = async (answer: Promise<{ text: string }>) => (await answer).text;
  return {
    summary: await text(service.call("affiliateSummary", signedIn)),
    orders: await text(service.call("affiliateReferrals", signedIn)),
    csv: await text(service.call("affiliateReferrals", { query: { format: "csv" }, ...signedIn })),
    by_link: await text(service.call("affiliateEarnings", { query: { by: "link" }, ...signedIn })),
    by_pair: await text(service.call("affiliateEarnings", { query: { by: "pair" }, ...signedIn })),
    export: await text(service.call("memberExport", signedIn)),
  };
}

test("a partner reads nothing of customers: no number, address, email, amount or payment of their orders", async () => {
  const service = await exchange();
  const anna = await withRewards(service, "anna@example.com");
  const [of] = await service.ctx.db.orm.select().from(order);
  const [paid] = await service.ctx.db.orm
    .select()
    .from(payment)
    .where(eq(payment.orderRef, of?.ref ?? ""));
  if (!of || !paid) throw new Error("There is no paid order");
  const secrets = [of.ref, of.email, of.payinAccount, of.payoutAccount, of.refundAccount, paid.railPaymentId];
  const amounts = ["5000.00", "5,000", "5000,00"];
  const texts = await readable(service, anna);
  expect(texts.csv?.split("\n")[1]).toContain("5000+");
  for (const [name, text] of Object.entries(texts)) {
    for (const secret of [...secrets, ...amounts]) if (secret) expect(text, `${name}: ${secret}`).not.toContain(secret);
    expect(text, name).not.toContain("customer.of");
  }
});

test("another partner's order, link and code answer as those that do not exist", async () => {
  const service = await exchange();
  const anna = await withRewards(service, "anna@example.com");
  const eve = await joined(service, "eve@example.com");
  const signedIn = by(eve.member.token);
  await service.call("affiliateLinkAdd", { body: { label: "Blog", code: "annas-blog" }, ...by(anna.member.token) });
  const [order] = await referralsOf(service, anna);
  const answers = async (id: string, code: string) => {
    const asked = [
      await service.ask("affiliateReferrals", { query: { cursor: id }, ...signedIn }),
      await service.ask("affiliateReferrals", { query: { code }, ...signedIn }),
      await service.ask("affiliateReferrals", { query: { code, format: "csv" }, ...signedIn }),
      await service.ask("affiliateLinkRename", { body: { code, label: "Mine" }, ...signedIn }),
      await service.ask("affiliateLinkRemove", { query: { code }, ...signedIn }),
    ];
    return asked.map(({ status, text }) => [status, text.replace(/req_\w+/, "")]);
  };
  const unknown = await answers("rf_1", "nobodys-blog");
  expect(unknown.map(([status]) => status)).toEqual([422, 200, 200, 404, 404]);
  expect(await answers(order?.id ?? "", "annas-blog")).toEqual(unknown);
  expect((await service.call("affiliateLinks", by(anna.member.token))).reply().data).toHaveLength(2);
});

test("the export of a member has the partner's links, orders and payouts", async () => {
  const service = await exchange();
  const anna = await withRewards(service, "anna@example.com");
  await service.call("affiliatePayout", { body: {}, key: "all", ...by(anna.member.token) });
  const { affiliate } = JSON.parse((await service.call("memberExport", by(anna.member.token))).text).data;
  expect(affiliate).toMatchObject({
    came_by: null,
    partner: {
      status: "active",
      agreed_percent: "95",
      links: [{ code: anna.code }],
      orders: [{ code: anna.code, state: "counted" }],
      payouts: [{ asset: "usdt-trc20", state: "paid" }],
    },
  });
});

test("links of a partner are in the reader's language", async () => {
  const service = await exchange();
  const anna = await withRewards(service, "anna@example.com");
  for (const [lang, page] of [
    ["ru", "/Ru?partner="],
    ["en", "/En?partner="],
  ] as const) {
    const sent = { headers: { ...by(anna.member.token).headers, "Accept-Language": lang } };
    expect((await service.call("affiliateSummary", sent)).reply().data?.link).toContain(page);
    expect((await service.call("affiliateLinks", sent)).reply().data[0]?.link).toContain(page);
    expect((await service.call("memberProfile", sent)).reply().data.affiliate?.link).toContain(page);
  }
});

test("report profit has partners' rewards on their own, by the pair of their order, and the same profit in all", async () => {
  const service = await exchange();
  await withRewards(service, "anna@example.com");
  const report = async (by_: string) => {
    const outcome = await runCommand(service.ctx, {
      command: "report profit",
      args: { by: by_ },
      operator: { name: "boris" },
    });
    if (!outcome.ok) throw new Error(outcome.sentence);
    return JSON.stringify(outcome.data);
  };
  expect(await report("day")).toMatch(
    /"asset":"usdt-trc20"[^}]*"partner_rewards":"\d*[1-9]\d*\.\d+","other":"0\.000000"/,
  );
  expect(await report("pair")).toMatch(
    /"pair":"usdt-trc20_paypal-usd","asset":"usdt-trc20"[^}]*"partner_rewards":"\d*[1-9]\d*\.\d+"/,
  );
});
