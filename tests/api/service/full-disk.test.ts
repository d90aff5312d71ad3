import { expect, test } from "vitest";
import { diskFull } from "../../../upstream/db/pglite/disk-room.ts";
import { acceptedDraft, executeDraft } from "../../support/orders/order-steps.ts";
import { exchange } from "../../support/service/exchange.ts";

test("on a full disk orders are refused with 503, and the same key works when there is space again", async () => {
  const service = await exchange();
  const { db } = service.upstream.context;
  const { transaction } = db;
  const draft = await acceptedDraft(service);
  db.transaction = () => Promise.reject(diskFull());
  const body = { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;
  const opened = await service.call("exchangeStepOne", { body });
  expect(opened.problem()).toMatchObject({ status: 503, code: "maintenance" });
  expect((await executeDraft(service, draft)).problem()).toMatchObject({ status: 503, code: "maintenance" });
  db.transaction = transaction;
  expect((await executeDraft(service, draft)).reply().data.status).toBe("awaiting_payment");
});
