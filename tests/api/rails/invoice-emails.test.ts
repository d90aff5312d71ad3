import { beforeEach, expect, test } from "vitest";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { track } from "../../support/orders/order-steps.ts";
import { invoicedOrder, paypalEvent } from "../../support/orders/paypal-events.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

type Story = {
  steps: (SandboxEvent | [SandboxEvent, string] | "cancel" | "refund" | "a day")[];
  end: string;
  emails: string[];
};

const stories: Record<string, Story> = {
  "paid at once": { steps: ["pay_exact"], end: "completed", emails: ["paid", "completed"] },
  "paid in part, then the rest": {
    steps: ["pay_partial", "pay_exact"],
    end: "completed",
    emails: ["on_hold", "paid", "completed"],
  },
  "pending, failed, pending, cleared": {
    steps: ["pay_pending", "pay_vanish", "pay_pending", "confirm"],
    end: "completed",
    emails: ["payment_seen", "payment_gone", "payment_seen", "paid", "completed"],
  },
  "declined by the payer": { steps: ["invoice_cancelled"], end: "cancelled", emails: ["cancelled"] },
  "declined with a part paid": {
    steps: ["pay_partial", "invoice_cancelled"],
    end: "refunded",
    emails: ["on_hold", "refunded"],
  },
  "cancelled by us, then paid": {
    steps: ["cancel", "pay_late", "refund"],
    end: "refunded",
    emails: ["cancelled", "on_hold", "refunded"],
  },
  "not paid in a day": { steps: ["a day"], end: "expired", emails: ["expired"] },
  "refunded at PayPal, a part and then the rest": {
    steps: ["pay_partial", ["refunded_at_rail", "30"], "refunded_at_rail"],
    end: "refunded",
    emails: ["on_hold", "on_hold", "refunded"],
  },
  "disputed and won after the payout": {
    steps: ["pay_exact", "dispute_opened", "dispute_won"],
    end: "completed",
    emails: ["paid", "completed", "dispute_opened", "dispute_won"],
  },
  "charged back after the payout": {
    steps: ["pay_exact", "dispute_opened", "dispute_lost"],
    end: "charged_back",
    emails: ["paid", "completed", "dispute_opened", "charged_back"],
  },
  "disputed twice at once after the payout": {
    steps: ["pay_exact", ["dispute_opened", "40"], "dispute_opened", "dispute_lost", "dispute_won"],
    end: "charged_back",
    emails: ["paid", "completed", "dispute_opened", "charged_back"],
  },
  "disputed before the payout: won, then lost": {
    steps: ["pay_partial", "dispute_opened", "dispute_won", "dispute_opened", "dispute_lost"],
    end: "charged_back",
    emails: ["on_hold", "on_hold", "on_hold", "on_hold", "charged_back"],
  },
};

test.each(Object.entries(stories))(
  "an invoice %s sends every expected email and keeps the ledger consistent",
  async (_, story) => {
    const held = await invoicedOrder(service);
    // Only its emails after that name the account.
    await openEmailedLink(service, held.ref);
    for (const step of story.steps) {
      await service.pass(60);
      if (step === "cancel") await service.call("exchangeCancel", { token: held.token, body: { ref: held.ref } });
      else if (step === "refund") await refund(held);
      else if (step === "a day") await service.pass(86_400);
      else if (typeof step === "string") await paypalEvent(service, held, step);
      else await paypalEvent(service, held, step[0], step[1]);
    }
    expect((await track(service, held)).status).toBe(story.end);
    const emails = await service.emails(customerEmail);
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(["created_invoice", ...story.emails].toSorted());
    // Of the payer a refund names the account, not the payment that it returns.
    const refunded = emails.find(({ kind }) => kind === "refunded");
    if (refunded) expect(refunded.text).toContain(`to ${(await track(service, held)).payin.account}.`);
    expect(await verify(service.upstream.context.db)).toEqual([]);
  },
);

async function refund({ ref, token }: { ref: string; token: string }): Promise<void> {
  const body = { ref, action: "request_refund" } as const;
  (await service.call("exchangeProcess", { token, key: "back", body })).reply();
}
