import { anna } from "../../support/orders/example-customer.ts";
import type { OrderKey } from "../../support/orders/order-steps.ts";
import { BackOffice } from "../people/back-office.ts";
import { usdtToPaypal, Visitor } from "../people/visitor.ts";
import { expect, test } from "../setup/story.ts";

/** `agreed`: the agreed payout, as shown. `mailed`: an outdated email is not sent, so a story waits for each it counts on. */
type StoryContext = {
  visitor: Visitor;
  office: BackOffice;
  orderKey: OrderKey;
  agreed: string;
  mailed: (kind: string) => Promise<void>;
};

/** From the first page to the last email, through pages and forms. The result equals the amount on the button. */
type Story = {
  name: string;
  /** The payment and the customer's decision; returns the promised amount as shown. */
  goes: (context: StoryContext) => Promise<string>;
  ends: "completed" | "refunded";
  /** Emails that the story waits for, and the last. */
  emails: readonly string[];
  /** Also runs in a browser: the forms of the other choices are the same. */
  isInBrowser?: true;
};

// Each is a whole visit, with the operator at its end.
test.describe.configure({ timeout: 120_000 });

const mismatch = "holds:amount_mismatch.order.title";
const isMissing = "holds:amount_mismatch.order.restTitle";
const held = ["created", "on_hold"];

const stories: Story[] = [
  {
    name: "an underpaid order is completed by a second payment",
    goes: async (context) => {
      await isHeld(context, "pay_partial", isMissing);
      await context.office.plays(context.orderKey, "pay_exact");
      return context.agreed;
    },
    ends: "completed",
    emails: [...held, "completed"],
  },
  {
    name: "an underpaid order is exchanged at a new quote",
    goes: async (context) => {
      await isHeld(context, "pay_partial", isMissing);
      // The first press only asks: the rest can no longer be paid afterwards.
      await context.visitor.page.getByRole("link", { name: context.visitor.say("order:choice.getAmount") }).click();
      return submitsChoice(context.visitor, "choice.getAmount");
    },
    isInBrowser: true,
    ends: "completed",
    emails: [...held, "completed"],
  },
  {
    name: "an underpaid order is refunded",
    goes: async (context) => {
      await isHeld(context, "pay_partial", isMissing);
      return refunds(context.visitor);
    },
    ends: "refunded",
    emails: [...held, "refunded"],
  },
  {
    name: "an overpaid order is exchanged in full",
    goes: async (context) => {
      await isHeld(context, "pay_over", mismatch);
      return submitsChoice(context.visitor, "choice.getAmount", 0);
    },
    ends: "completed",
    emails: [...held, "completed"],
  },
  {
    name: "an overpaid order is exchanged as quoted and its surplus refunded",
    goes: async (context) => {
      const { visitor } = context;
      await isHeld(context, "pay_over", mismatch);
      const promised = await submitsChoice(visitor, "choice.getAmount", 1);
      await visitor.sees("order:state.completed.title");
      // 50 above the 500, with a refund fee of 1.
      const back = visitor.page.getByRole("region", { name: visitor.say("order:progress.title") });
      await expect(back).toContainText(visitor.typed("49"));
      return promised;
    },
    ends: "completed",
    emails: [...held, "completed", "refunded"],
  },
  {
    name: "a late payment within the grace period counts as agreed",
    goes: async ({ visitor, office, orderKey, agreed, mailed }) => {
      await office.passes(31 * 60);
      await visitor.sees("order:state.expired.title");
      await mailed("expired");
      await office.plays(orderKey, "pay_exact");
      return agreed;
    },
    ends: "completed",
    emails: ["created", "expired", "completed"],
  },
  {
    name: "a late payment after the grace period is exchanged at a new quote",
    goes: async (context) => {
      await paysLate(context);
      return submitsChoice(context.visitor, "choice.getAmount");
    },
    ends: "completed",
    emails: [...held, "expired", "completed"],
  },
  {
    name: "a late payment after the grace period is refunded",
    goes: async (context) => {
      await paysLate(context);
      return refunds(context.visitor);
    },
    ends: "refunded",
    emails: [...held, "expired", "refunded"],
  },
  {
    name: "a returned payout is sent to a corrected account",
    goes: async (context) => {
      const { visitor, agreed } = context;
      await payoutReturns(context);
      await visitor.page.getByLabel(visitor.say("order:act.payoutAccount")).fill("zoe@mail.com");
      await visitor.button("order:act.set_payout_account").click();
      await visitor.sees("order:state.completed.title");
      await expect(visitor.page.getByText("z***@mail.com").first()).toBeVisible();
      return agreed;
    },
    isInBrowser: true,
    ends: "completed",
    emails: [...held, "completed"],
  },
  {
    name: "a returned payout is refunded",
    goes: async (context) => {
      await payoutReturns(context);
      return refunds(context.visitor);
    },
    ends: "refunded",
    emails: [...held, "refunded"],
  },
];

for (const { name, goes, ends, emails, isInBrowser = false } of stories) {
  test(name, { tag: isInBrowser ? [] : "@http" }, async ({ page, site, lang }) => {
    const office = new BackOffice(site);
    const visitor = new Visitor(page, lang);
    const ref = await visitor.makesOrder(usdtToPaypal);
    const orderKey = await office.keyOf(ref);
    const agreed = visitor.typed((await office.tracked(orderKey)).to.amount);
    const mailed = (kind: string) => expect.poll(() => office.emails(ref)).toContain(kind);
    const promised = await goes({ visitor, office, orderKey, agreed, mailed });
    await visitor.sees(`order:state.${ends}.title`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(promised);
    await expect.poll(() => office.emails(ref)).toEqual(expect.arrayContaining([...emails]));
    expect(await office.operator("ledger verify")).toContain("every check passed");
  });
}

/** The rail reports the event, and the order is held. */
async function isHeld({ visitor, mailed }: StoryContext, event: string, hold: string): Promise<void> {
  await visitor.button(`order:sandbox.${event}`).click();
  await visitor.sees(hold);
  await mailed("on_hold");
}

/** Submits one of the choices and returns the amount on its button. */
async function submitsChoice(visitor: Visitor, way: string, at = 0): Promise<string> {
  const button = visitor.button(`order:${way}`).nth(at);
  const promised = /[\d\s\u00a0]*\d([.,]\d+)?(?=\s\S+$)/.exec((await button.textContent()) ?? "")?.[0].trim();
  await button.click();
  return promised ?? "nothing was promised";
}

/** The first press asks with the whole address, the second refunds; returns the promised amount. */
async function refunds(visitor: Visitor): Promise<string> {
  const { page } = visitor;
  await page.getByRole("link", { name: visitor.say("order:choice.refundAmount") }).click();
  await expect(page.getByText(visitor.say("order:refund.final"))).toBeVisible();
  await expect(page.getByText(anna.addresses["usdt-trc20"]).first()).toBeAttached();
  return submitsChoice(visitor, "choice.refundAmount");
}

async function paysLate(context: StoryContext): Promise<void> {
  await context.office.passes(31 * 60);
  await context.visitor.sees("order:state.expired.title");
  await context.mailed("expired");
  await isHeld(context, "pay_late", "holds:late_payment.order.title");
}

async function payoutReturns(context: StoryContext): Promise<void> {
  const { visitor, office, orderKey, agreed, mailed } = context;
  await office.plays(orderKey, "pay_exact");
  await visitor.sees("order:state.completed.title");
  await mailed("completed");
  await isHeld(context, "payout_returned", "holds:payout_error.order.title");
  // Not "0.00 paid out": what was sent, and that it came back.
  const firstPaid = `${agreed}\u00a0USD`;
  for (const sentence of ["done.completed", "now.returned"])
    await expect(
      visitor.page.getByText(visitor.say(`order:timeline.${sentence}`, { firstPaid })).first(),
    ).toBeVisible();
}
