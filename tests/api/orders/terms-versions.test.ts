import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { termsVersion } from "../../../contract/order/terms.ts";
import { member } from "../../../upstream/db/schema/accounts.ts";
import { termsState } from "../../../upstream/db/schema/terms.ts";
import { recordVersion } from "../../../upstream/orders/terms/terms-states.ts";
import { detailedDraft, executeDraft, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange, testStart } from "../../support/service/exchange.ts";
import { askForAccount, codeFor, password } from "../../support/service/members.ts";

const [oldest, previous, newer] = ["2026-10-01", "2026-11-20", "2099-01-01"];
const hour = 3600;
const outdated = { code: "terms_outdated", meta: { version: termsVersion } };
let service: Exchange;

/** An exchange that has upgraded from the oldest version to the previous one long ago, and to this one right now. */
beforeEach(async () => {
  service = await exchange();
  await recordVersion(service.ctx, testStart);
  await putInForce(oldest, -1000 * hour);
  await putInForce(previous, -100 * hour);
});

/** As a process with that version of the terms does when it starts. */
async function putInForce(version: string, afterSeconds: number) {
  const { orm } = service.ctx.db;
  const [current] = await orm.select().from(termsState).where(eq(termsState.version, termsVersion));
  if (!current) throw new Error("The version in force has no state.");
  const since = new Date(testStart.getTime() + afterSeconds * 1000);
  await orm.insert(termsState).values({ ...current, id: `ts_${version}`, version, since });
}

const accept = ({ ref, token, order }: OpenedOrder, version: string) =>
  service.call("exchangeStepThree", {
    token,
    body: { ref, accept: { terms_version: version, rules: order.rules }, quote_id: order.quote_id, requote: true },
  });

describe("a consent to terms on the day that newer ones take effect", () => {
  test.each([previous, termsVersion])(
    "to version %s is accepted, and the order keeps that version",
    async (version) => {
      const draft = await detailedDraft(service);
      const accepted = (await accept(draft, version)).reply().data;
      expect(accepted.accepted?.terms_version).toBe(version);
      await executeDraft(service, { ...draft, order: accepted });
      expect((await track(service, draft)).accepted?.terms_version).toBe(version);
    },
  );

  test("to a version that a newer process has put in force is accepted by an older process", async () => {
    await putInForce(newer, 0);
    const draft = await detailedDraft(service);
    expect((await accept(draft, newer)).reply().data.accepted?.terms_version).toBe(newer);
  });

  test.each([
    ["that was replaced long ago", oldest],
    ["that was never in force here", "2026-11-21"],
    ["that no process has put in force yet", newer],
    ["that is no version", "the newest"],
  ])("to a version %s is refused with the version in force", async (_case, version) => {
    const refusal = refused(await accept(await detailedDraft(service), version));
    expect(refusal).toMatchObject({ status: 422, errors: [{ pointer: "/accept/terms_version", ...outdated }] });
  });
});

test("a draft that was opened before the upgrade may accept the replaced version, a day later nobody may", async () => {
  await service.pass(-2 * hour);
  const early = await detailedDraft(service);
  await service.pass(3 * hour);
  expect((await accept(early, previous)).reply().data.accepted?.terms_version).toBe(previous);
  await service.pass(24 * hour);
  const late = await detailedDraft(service);
  expect(refused(await accept(late, previous)).errors).toEqual([{ pointer: "/accept/terms_version", ...outdated }]);
});

test("a sign-up accepts the replaced version for a day, and the account keeps it", async () => {
  const signUp = async (email: string, version: string) => {
    const { challenge_id } = await askForAccount(service, email);
    const code = await codeFor(service, email);
    const body = { challenge_id, email, code, password, terms_version: version };
    return service.call("registerVerifyAccount", { body });
  };
  expect((await signUp("anna@example.com", previous)).status).toBe(201);
  const [account] = await service.ctx.db.orm.select({ version: member.termsVersion }).from(member);
  expect(account?.version).toBe(previous);
  const errors = [{ pointer: "/terms_version", ...outdated }];
  expect(refused(await signUp("olga@example.com", oldest)).errors).toEqual(errors);
  await service.pass(25 * hour);
  expect(refused(await signUp("mira@example.com", previous)).errors).toEqual(errors);
});

test("a restart with the same version leaves since when it is in force", async () => {
  await service.pass(hour);
  await recordVersion(service.ctx, service.ctx.clock.now());
  const { orm } = service.ctx.db;
  const states = await orm
    .select({ since: termsState.since })
    .from(termsState)
    .where(eq(termsState.version, termsVersion));
  expect(states).toEqual([{ since: testStart }]);
});
