import type { Page } from "@playwright/test";
import type { Order } from "../../contract/order.ts";
import { Backstage, because, type Made } from "./backstage.ts";
import { expect, test } from "./site.ts";
import { type Lang, prefix, said } from "./visitor.ts";

/** Nothing moves on by itself: each step of a rail is asked for, so that every state can be looked at. */
test.use({ pace: "600000" });

/** Who acts, and what happens at the deadline, as the page must say it. */
type Held = { who: "client" | "operator" | "system"; otherwise: string };
type Look = {
  /** Key of the headline. */
  title: string;
  held?: Held;
  /** Acts that must be there, each once, and no other. */
  acts?: readonly Act[];
  /** Sentences that must stand somewhere. */
  says?: readonly string[];
  /** The address and its QR code are there to be paid to. */
  payable?: boolean;
};
type Act =
  | "accept_requote"
  | "exchange_as_quoted"
  | "request_refund"
  | "set_payout_account"
  | "set_refund_address"
  | "submit_info"
  | "cancel"
  | "new";

const refund = "request_refund";
const yours = (otherwise: string): Held => ({ who: "client", otherwise });
const ours = (otherwise: string): Held => ({ who: "operator", otherwise });

/** Every state a visitor can meet and the sandbox can reach: the way there, and what the page must offer. */
const states: Record<string, { reach: (stage: Backstage) => Promise<Made>; look: Look }> = {
  awaiting_payment: {
    reach: (stage) => stage.order(),
    look: { title: "state.awaiting_payment.title", acts: ["cancel"], payable: true, says: ["condition.none"] },
  },
  confirming: {
    reach: async (stage) => plays(stage, await stage.order(), "pay_exact"),
    look: { title: "state.confirming.title", says: ["condition.exact", "progress.confirmations"] },
  },
  "confirming, in several parts": {
    reach: async (stage) => {
      const made = await plays(stage, await stage.order(), "pay_partial");
      return plays(stage, made, "pay_exact");
    },
    look: { title: "state.confirming.title", says: ["condition.multiple"] },
  },
  "awaiting payment again, after it vanished": {
    reach: async (stage) => {
      const made = await plays(stage, await stage.order(), "pay_exact");
      await stage.plays(made, "pay_vanish");
      await stage.passes(601);
      return made;
    },
    look: {
      title: "state.awaiting_payment.title",
      says: ["state.awaiting_payment.vanished"],
      acts: ["cancel"],
      payable: true,
    },
  },
  sending: {
    reach: (stage) => sending(stage),
    look: { title: "state.sending.title", says: ["progress.status.sending"] },
  },
  completed: {
    reach: (stage) => completed(stage),
    look: { title: "state.completed.title", acts: ["new"], says: ["progress.status.sent", "summary.got"] },
  },
  "on hold: less than agreed": {
    reach: async (stage) => plays(stage, await stage.order(), "pay_partial"),
    look: {
      title: "hold.amount_mismatch.title",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["hold.amount_mismatch.rest", "condition.partial", "pay.restUntil"],
      payable: true,
    },
  },
  "on hold: more than agreed": {
    reach: async (stage) => plays(stage, await stage.order(), "pay_over"),
    look: {
      title: "hold.amount_mismatch.title",
      held: yours(refund),
      acts: ["accept_requote", "exchange_as_quoted", refund],
      says: ["hold.amount_mismatch.next", "condition.over", "choice.surplus"],
    },
  },
  "on hold: below the minimum": {
    reach: async (stage) => plays(stage, await stage.order(), "pay_partial", "12"),
    look: { title: "hold.below_minimum.title", held: yours(refund), acts: [refund], payable: true },
  },
  "on hold: late": {
    reach: async (stage) => plays(stage, await stage.order(), "pay_late"),
    look: {
      title: "hold.late_payment.title",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["condition.late", "choice.validUntil"],
    },
  },
  "on hold: the rate has moved, and is better": {
    reach: async (stage) => {
      // The market falls, the quote is made at the low, the market comes back.
      const before = await stage.order();
      await stage.plays(before, "rate_move", "3");
      const made = await stage.order();
      await stage.passes(31 * 60);
      await stage.plays(made, "rate_move");
      await stage.becomes(made, "expired");
      return plays(stage, made, "pay_exact");
    },
    look: {
      title: "hold.rate_moved.title",
      held: yours(refund),
      acts: ["accept_requote", refund],
      says: ["choice.rateBetter"],
    },
  },
  "on hold: another currency": {
    reach: async (stage) => wrongAsset(stage),
    look: { title: "hold.wrong_asset.title", held: ours("request_refund_nowhere"), acts: ["set_refund_address"] },
  },
  "on hold: the payout came back": {
    reach: async (stage) => plays(stage, await sending(stage), "payout_returned"),
    look: { title: "hold.payout_error.title", held: yours(refund), acts: ["set_payout_account", refund] },
  },
  "on hold: the refund failed": {
    reach: async (stage) => plays(stage, await refunding(stage), "refund_failed"),
    look: { title: "hold.payout_error.refundTitle", held: yours(refund), acts: [refund] },
  },
  "on hold: the reserve is too low": {
    reach: async (stage) => {
      const made = await stage.order();
      await stage.passes(31 * 60);
      await stage.becomes(made, "expired");
      const spare = await stage.spareDollars();
      await stage.operator("reserve", "take", "paypal-usd", spare, ...because);
      await stage.plays(made, "pay_exact");
      await stage.plays(made, "confirm");
      const held = await stage.shown(made);
      expect(held.hold?.reason).toBe("reserve_low");
      return made;
    },
    look: { title: "hold.reserve_low.title", held: ours(refund), acts: [refund] },
  },
  "on hold: papers are asked": {
    reach: (stage) => heldAs(stage, "kyc_required"),
    look: { title: "hold.kyc_required.title", held: yours(refund), acts: ["submit_info", refund] },
  },
  "on hold: another sender": {
    reach: (stage) => heldAs(stage, "sender_mismatch"),
    look: { title: "hold.sender_mismatch.title", held: yours(refund), acts: ["submit_info", refund] },
  },
  "on hold: checked": {
    reach: (stage) => heldAs(stage, "aml_check"),
    look: { title: "hold.aml_check.title", held: ours("wait") },
  },
  "on hold: looked at by a person": {
    reach: (stage) => heldAs(stage, "manual_review"),
    look: { title: "hold.manual_review.title", held: ours("wait") },
  },
  "on hold: a first payout": {
    reach: (stage) => heldAs(stage, "new_user_delay"),
    look: { title: "hold.new_user_delay.title", held: { who: "system", otherwise: "resume" } },
  },
  "on hold: checked by the payment service": {
    reach: async (stage) => plays(stage, await plays(stage, await stage.order(), "pay_exact"), "review_hold"),
    look: { title: "hold.gateway_review.title", held: { who: "system", otherwise: "wait" } },
  },
  "refund requested, the payment not final yet": {
    reach: (stage) => refundPending(stage),
    look: { title: "state.refund_pending.title", says: ["state.refund_pending.waits"] },
  },
  "refund requested, nobody knows where to": {
    reach: async (stage) => {
      const made = await wrongAsset(stage);
      await stage.operator("orders", "refund", made.ref, ...because);
      await stage.becomes(made, "refund_pending");
      return made;
    },
    look: { title: "hold.refund_address_missing.title", held: yours("wait"), acts: ["set_refund_address"] },
  },
  refunding: { reach: (stage) => refunding(stage), look: { title: "state.refunding.title" } },
  refunded: {
    reach: async (stage) => plays(stage, await refunding(stage), "refund_ok"),
    look: { title: "state.refunded.title", acts: ["new"], says: ["progress.status.sent", "progress.back"] },
  },
  expired: {
    reach: async (stage) => {
      const made = await stage.order();
      await stage.passes(31 * 60);
      await stage.becomes(made, "expired");
      return made;
    },
    look: { title: "state.expired.title", acts: ["new"] },
  },
  cancelled: {
    reach: async (stage) => {
      const made = await stage.order();
      await stage.cancels(made);
      return made;
    },
    look: { title: "state.cancelled.title", acts: ["new"] },
  },
  "failed: not more than the fee came": {
    reach: async (stage) => {
      const made = await plays(stage, await stage.order(), "pay_partial", "0.5");
      await stage.plays(made, "confirm");
      await stage.process(made, "request_refund");
      await stage.becomes(made, "failed");
      return made;
    },
    look: { title: "state.failed.title", acts: ["new"], says: ["state.failed.next"] },
  },
};

for (const [name, { reach, look }] of Object.entries(states)) {
  test(`the page of an order says what is so, what to do and what comes: ${name}`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    const stage = new Backstage(site);
    const made = await reach(stage);
    const order = await stage.shown(made);
    // One language in each mode, and in both at least the headline in the other.
    const [lang, other]: [Lang, Lang] = javaScriptEnabled ? ["en", "ru"] : ["ru", "en"];
    await stage.opens(page, lang, made);
    await looks(page, lang, order, look);
    const html = await (await page.request.get(`${site.origin}${prefix(other)}/order/${made.ref}`)).text();
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
    expect(heading.replaceAll(/<!-- -->/g, "")).toMatch(said(other, `order:${look.title}`));
    if (name === "on hold: the reserve is too low") await refill(stage);
  });
}

test("a draft leads to where it stopped", async ({ page, site }) => {
  const stage = new Backstage(site);
  await stage.opens(page, "en", await stage.draft());
  await expect(page).toHaveURL(/\/details$/);
});

async function looks(page: Page, lang: Lang, order: Order, look: Look): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: said(lang, `order:${look.title}`) })).toBeVisible();
  await expect(page.getByText(said(lang, `order:status.${order.status}`), { exact: true }).first()).toBeVisible();
  for (const sentence of look.says ?? []) {
    await expect(page.getByText(said(lang, `order:${sentence}`)).first(), sentence).toBeVisible();
  }
  await expect(page.getByRole("img", { name: said(lang, "order:pay.qr") })).toHaveCount(look.payable ? 1 : 0);
  if (look.payable) await expect(page.getByText(said(lang, "order:pay.toAddress"))).toBeVisible();
  if (look.held) await saysTerms(page, lang, look.held);
  else expect(order.hold).toBeNull();
  await offersExactly(page, lang, order, look.acts ?? []);
}

/** Whose turn it is, and what happens when nobody takes it, with the deadline in figures. */
async function saysTerms(page: Page, lang: Lang, { who, otherwise }: Held): Promise<void> {
  const outcome = `order:hold.default.${who === "client" ? "client" : "other"}.${otherwise}`;
  const both = `${source(said(lang, `order:hold.who.${who}`))}\\s+${source(said(lang, outcome))}`;
  const note = page.locator("main").getByText(new RegExp(`^${both}$`));
  await expect(note).toBeVisible();
  if (!otherwise.endsWith("nowhere")) await expect(note).toContainText(/\d\d:\d\d/);
}

const source = (pattern: RegExp) => pattern.source.replace(/^\^|\$$/g, "");

/** Each way with what its press gives, all of one size and weight, and no act that the service would refuse. */
async function offersExactly(page: Page, lang: Lang, order: Order, acts: readonly Act[]): Promise<void> {
  const amounts: Record<string, string | undefined> = {};
  for (const { action, to_amount, refund_amount } of order.hold?.options ?? []) {
    amounts[action] = action === refund ? refund_amount : to_amount;
  }
  const names: Record<Act, RegExp> = {
    accept_requote: withAmount(lang, "choice.getAmount", amounts.accept_requote),
    exchange_as_quoted: withAmount(lang, "choice.getAmount", amounts.exchange_as_quoted),
    request_refund: withAmount(lang, "choice.refundAmount", amounts.request_refund),
    set_payout_account: said(lang, "order:act.set_payout_account"),
    set_refund_address: said(lang, "order:act.set_refund_address"),
    submit_info: said(lang, "order:act.submit_info"),
    cancel: said(lang, "order:act.cancel"),
    new: said(lang, "order:act.new"),
  };
  const main = page.locator("main");
  const ways = [];
  for (const [act, name] of Object.entries(names)) {
    const found = main.getByRole("button", { name }).or(main.getByRole("link", { name })).filter({ visible: true });
    const isOffered = acts.some((offered) => offered === act);
    await expect(found, act).toHaveCount(isOffered ? 1 : 0);
    if (isOffered && act !== "cancel" && act !== "new") ways.push(found);
  }
  const looks = await Promise.all(ways.map((way) => way.evaluate(drawn)));
  for (const look of looks) expect(look).toEqual(looks[0]);
}

/** What makes one button weigh more than another. */
function drawn(button: Element) {
  const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
  const { width, height } = button.getBoundingClientRect();
  return { backgroundColor, color, fontSize, fontWeight, width: Math.round(width), height: Math.round(height) };
}

/** The figure of the service in the reader's notation, whatever idle zeros it carries. */
function withAmount(lang: Lang, key: string, amount: string | undefined): RegExp {
  if (amount === undefined) return /^never$/;
  const [whole = "", fraction = ""] = amount.split(".");
  const figure = `${whole}${fraction ? `${lang === "ru" ? "," : "."}${fraction}` : ""}`;
  const shown = figure.replace(/([.,]\d\d)0+$/, "$1").replace(/[.,]00$/, "");
  return new RegExp(source(said(lang, `order:${key}`)).replace(".+", `${shown.replace(".", "\\.")}[.,0]*\\s\\S+`));
}

async function plays(stage: Backstage, made: Made, event: Parameters<Backstage["plays"]>[1], amount?: string) {
  await stage.plays(made, event, amount);
  return made;
}

async function sending(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_exact");
  await stage.plays(made, "confirm");
  await stage.becomes(made, "sending");
  return made;
}

async function completed(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await sending(stage), "payout_ok");
  await stage.becomes(made, "completed");
  return made;
}

async function wrongAsset(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_wrong_asset", "200");
  return plays(stage, made, "confirm");
}

async function heldAs(stage: Backstage, reason: string): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_exact");
  await stage.operator("orders", "hold", made.ref, "--as", reason, ...because);
  return made;
}

async function refundPending(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await stage.order(), "pay_partial");
  await stage.process(made, "request_refund");
  return made;
}

async function refunding(stage: Backstage): Promise<Made> {
  const made = await plays(stage, await refundPending(stage), "confirm");
  await stage.becomes(made, "refunding");
  return made;
}

async function refill(stage: Backstage): Promise<void> {
  await stage.operator("reserve", "fund", "paypal-usd", "10000", ...because);
}
