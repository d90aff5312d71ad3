import { eq } from "drizzle-orm";
import { shownRef } from "../../../../contract/order/order-number.ts";
import type { SandboxEvent } from "../../../../contract/order/order-states.ts";
import { type Lang, languageSettings } from "../../../../contract/values/languages.ts";
import { asset, order } from "../../../db/schema/index.ts";
import { fill } from "../../../mail/email-texts.ts";
import { type AssetName, amountText } from "../../../mail/figures.ts";
import { type Html, html } from "../../../shared/html.ts";
import { type Texts, texts } from "../../../shared/texts/texts.ts";
import type { PageRequest, PageResult, SandboxPage } from "../pages/page.ts";
import { simulateEvent } from "../simulate-event.ts";
import { type Choice, choicesOf } from "./choices.ts";
import { dueOn, type Invoice, paidOn, pendingOn, refundedOn, statusOf } from "./invoice.ts";
import { invoiceOf, versionOf } from "./invoice-store.ts";
import { invoicePath } from "./rail.ts";

type PageTexts = Texts["sandbox"]["invoice"];
type OrderRow = typeof order.$inferSelect;
type Opened = { invoice: Invoice; row: OrderRow; paidIn: AssetName; version: number };

/** The simulated PayPal page of an invoice: its state, the payer's actions, and what the seller could do at PayPal. */
export const invoicePage: SandboxPage = {
  path: invoicePath,
  async show(request) {
    const opened = await openedBy(request);
    return opened && pageOf(opened, request.language, request.ctx.env.BRAND_NAME);
  },
  async submit(request, form) {
    const opened = await openedBy(request);
    if (!opened) return undefined;
    const choice = choicesOf(opened.invoice, opened.row).find(({ name }) => name === form.get("choice"));
    // Submitting an outdated page does nothing, because the invoice has changed since.
    const isFresh = form.get("version") === String(opened.version);
    if (choice && isFresh)
      await simulateEvent(request.ctx, opened.row, choice.event satisfies SandboxEvent, choice.amount);
    return { goTo: `/api/v1/sandbox/invoice/${request.id}?lang=${request.language}` };
  },
};

async function openedBy({ ctx, id }: PageRequest): Promise<Opened | undefined> {
  const { orm } = ctx.db;
  const invoice = await invoiceOf(orm, { id });
  if (!invoice) return undefined;
  const [row] = await orm.select().from(order).where(eq(order.ref, invoice.orderRef));
  const [paidIn] = await orm.select().from(asset).where(eq(asset.id, invoice.asset));
  return row && paidIn && { invoice, row, paidIn, version: await versionOf(orm, row.ref) };
}

function pageOf({ invoice, row, paidIn, version }: Opened, language: Lang, brand: string): PageResult {
  const say = texts[language].sandbox.invoice;
  const money = (minor: bigint) => amountText(minor, paidIn, language);
  const status = statusOf(invoice);
  const figures: [string, string | Html][] = [
    [say.amount, html`<span class="big">${money(invoice.amount)}</span>`],
    [say.status, say.statuses[status]],
    ...sums(invoice).map(([name, sum]): [string, string] => [say[name], money(sum)]),
    [say.payer, invoice.payer ?? ""],
    [say.reference, shownRef(row.ref)],
    [say.number, invoice.id],
  ];
  const sheet = html`<dl class="sheet">${figures.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  const choices = choicesOf(invoice, row);
  const group = (actor: Choice["actor"]) => {
    const ofActor = choices.filter((choice) => choice.actor === actor);
    return ofActor.length === 0 ? html`` : form(say, actor, ofActor, version, money);
  };
  const back = html`<p><a href="/${languageSettings[language].prefix}/order/${row.ref}">${say.back}</a></p>`;
  const note = html`<p class="note">${say.notes[status]}</p>`;
  return { title: fill(say.title, { brand }), content: [sheet, note, group("payer"), group("seller"), back] };
}

/** Lines with a value only. */
function sums(invoice: Invoice): ["paid" | "pending" | "refunded" | "due", bigint][] {
  const paid = paidOn(invoice);
  const all: ["paid" | "pending" | "refunded" | "due", bigint][] = [
    ["paid", paid],
    ["pending", pendingOn(invoice)],
    ["refunded", refundedOn(invoice)],
    ["due", paid > 0n ? dueOn(invoice) : 0n],
  ];
  return all.filter(([, sum]) => sum > 0n);
}

function form(
  say: PageTexts,
  actor: Choice["actor"],
  choices: Choice[],
  version: number,
  money: (minor: bigint) => string,
): Html {
  const buttons = choices.map(({ name, minor, isMain }) => {
    const label = fill(say.choice[name], { amount: money(minor) });
    return html`<button class="${isMain ? "main" : ""}" name="choice" value="${name}">${label}<small>${say.how[name]}</small></button>`;
  });
  return html`<h2>${actor === "payer" ? say.payerTitle : say.sellerTitle}</h2><form method="post"><input type="hidden" name="version" value="${String(version)}">
${buttons}
</form>`;
}
