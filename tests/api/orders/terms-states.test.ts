import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { termsVersion } from "../../../contract/order/terms.ts";
import { asset } from "../../../upstream/db/schema/market.ts";
import { termsState } from "../../../upstream/db/schema/terms.ts";
import { recordTerms } from "../../../upstream/orders/terms/terms-states.ts";
import { acceptTerms, detailedDraft } from "../../support/orders/order-steps.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { exchange, testStart } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

const version = termsVersion;
const feeOf = (rules: { assets: { asset: string; refund_fee: string }[] } | undefined) =>
  rules?.assets.find((assetRule) => assetRule.asset === "usdt-trc20")?.refund_fee;

test("terms read as they did when they were accepted, after the company and a figure have changed", async () => {
  const db = await freshDatabase();
  const before = await exchange({ db, settings: { BRAND_NAME: "First", SUPPORT_EMAIL: "first@exchange.test" } });
  expect((await before.call("exchangeTerms", { query: { version } })).reply().data).toEqual({
    version,
    state: null,
    changes: [],
  });
  const first = await acceptTerms(before, await detailedDraft(before));
  const acceptedFirst = first.reply().data.accepted?.at ?? "";

  const after = await exchange({ db, settings: { BRAND_NAME: "Second" } });
  await after.pass(3600);
  await after.ctx.db.orm.update(asset).set({ refundFee: 2_500_000n }).where(eq(asset.id, "usdt-trc20"));
  after.ctx.market.changed();
  await acceptTerms(after, await detailedDraft(after));

  const then = (await after.call("exchangeTerms", { query: { version, at: acceptedFirst } })).reply().data;
  expect(then.state?.operator).toMatchObject({ brand: "First", email: "first@exchange.test" });
  expect(feeOf(then.state?.rules)).toBe("1.000000");
  expect(then.state?.is_present).toBe(false);
  const now = (await after.call("exchangeTerms", { query: { version } })).reply().data;
  expect(now.state?.operator.brand).toBe("Second");
  expect(feeOf(now.state?.rules)).toBe("2.500000");
  expect(now.state?.is_present).toBe(true);
  expect(now.changes).toEqual([now.state?.since, then.state?.since]);
});

test("acceptances at the same moment, and later ones of the same text, keep one state", async () => {
  const service = await exchange();
  const moments = Array.from({ length: 6 }, (_, at) => new Date(testStart.getTime() + at));
  await Promise.all(moments.map((now) => recordTerms(service.ctx, now)));
  await service.pass(60);
  await acceptTerms(service, await detailedDraft(service));
  expect(await service.ctx.db.orm.select({ version: termsState.version }).from(termsState)).toEqual([{ version }]);
});

test("a sign-up keeps what the new member accepts, and the profile names it by version and time", async () => {
  const db = await freshDatabase();
  const before = await exchange({ db, settings: { BRAND_NAME: "First" } });
  const { token } = await signedUp(before, "anna@example.com");
  const after = await exchange({ db, settings: { BRAND_NAME: "Second" } });
  const { accepted } = (await after.call("memberProfile", by(token))).reply().data;
  expect(accepted?.terms_version).toBe(version);
  const then = await after.call("exchangeTerms", { query: { version, ...(accepted && { at: accepted.at }) } });
  expect(then.reply().data.state?.operator.brand).toBe("First");
});
