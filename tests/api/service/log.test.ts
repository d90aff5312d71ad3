import { expect, test } from "vitest";
import { customerEmail, tronAddress } from "../../support/orders/example-customer.ts";
import { executeDraft, executedOrder, openDraft } from "../../support/orders/order-steps.ts";
import { exchange } from "../../support/service/exchange.ts";

test("the log contains calls and results, and no user input or secrets", async () => {
  const lines: string[] = [];
  const service = await exchange({ onLog: (line) => lines.push(line) });
  const draft = await openDraft(service);
  const refused = { ref: draft.ref, payout: { account: "eve@canary.example", extra: {} }, email: "eve@canary.example" };
  await service.call("exchangeStepTwo", { token: draft.token, body: refused });
  await executeDraft(service, draft);
  const held = await executedOrder(service);
  for (const event of ["pay_partial", "dispute_opened"] as const) {
    await service.call("sandboxEvents", { token: held.token, body: { ref: held.ref, event } });
  }
  await service.call("exchangeTrack", { query: { ref: held.ref }, token: held.token });
  await service.call("exchangeTrackMail", { body: { ref: held.ref, email: customerEmail } });
  const snapshot = service.upstream.context.market.snapshot;
  service.upstream.context.market.snapshot = () =>
    service.upstream.context.db.query("select canary", ["4211-canary"]).then(snapshot);
  expect((await service.call("exchangePairs")).status).toBe(500);

  const log = lines.join("");
  for (const canary of [
    draft.token,
    held.token,
    customerEmail,
    tronAddress,
    "canary.example",
    "Ivanova",
    "4211-canary",
  ]) {
    expect(log, canary).not.toContain(canary);
  }
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(requests.at(0)).toMatchObject({ level: "info", endpoint: "exchangeStepOne", method: "POST", status: 201 });
  expect(requests.at(0)?.request_id).toMatch(/^req_/);
  const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request failed");
  expect(failed).toHaveLength(1);
  for (const line of [...requests, ...failed]) {
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(info|error)$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      request_id: expect.stringMatching(/^req_/),
    });
  }
});
