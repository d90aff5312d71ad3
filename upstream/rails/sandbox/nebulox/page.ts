import { eq } from "drizzle-orm";
import { formatDecimal, parseDecimal } from "../../../../contract/values/decimal.ts";
import { asset } from "../../../db/schema/index.ts";
import { fill } from "../../../mail/email-texts.ts";
import { type Html, html } from "../../../shared/html.ts";
import { type Texts, texts } from "../../../shared/texts/texts.ts";
import { depositAddress } from "../address.ts";
import { networkOf } from "../network.ts";
import type { PageRequest, PageResult, SandboxPage } from "../pages/page.ts";
import { cancelSession, payInto } from "./pay.ts";
import { payPath } from "./pay-path.ts";
import { type SandboxSessionRow, type SessionState, sessionRow, sessionState } from "./session-store.ts";

type PageTexts = Texts["sandbox"]["pay"];
type AssetRow = typeof asset.$inferSelect;
type Opened = { row: SandboxSessionRow; paid: AssetRow; now: SessionState };

/** The simulated gateway page: the amount due, and every action of a payer. */
export const payPage: SandboxPage = {
  path: payPath,
  async show(request) {
    const opened = await openedBy(request);
    return opened && pageOf(opened, texts[request.language].sandbox.pay);
  },
  async submit(request, form) {
    const opened = await openedBy(request);
    if (!opened) return undefined;
    await choose(request, opened, form.get("choice") ?? "", Number(form.get("after") ?? -1));
    return { goTo: returnLink(opened.row) };
  },
};

async function openedBy({ ctx, id }: PageRequest): Promise<Opened | undefined> {
  const row = await sessionRow(ctx.db.orm, id);
  if (!row) return undefined;
  const [paid] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.asset));
  return paid && { row, paid, now: await sessionState(ctx.db.orm, id, ctx.clock.now()) };
}

/** The payer's action. An unknown one returns to the site without paying. */
async function choose({ ctx }: PageRequest, { row, paid, now }: Opened, choice: string, after: number): Promise<void> {
  if (choice === "cancel") return cancelSession(ctx, row.id);
  const amount = amounts(row, paid, now)[choice];
  if (amount === undefined || amount <= 0n) return;
  const { payWindowSeconds, graceSeconds } = ctx.policy;
  const tooLate = new Date(row.createdAt.getTime() + (payWindowSeconds + graceSeconds + 60) * 1000);
  const startsAt = choice === "late" ? tooLate : ctx.clock.now();
  await payInto(ctx, row.id, { asset: row.asset, amount, after, startsAt, vanishes: false });
}

/** Minor units, by the button. */
function amounts(row: SandboxSessionRow, paid: AssetRow, now: SessionState): Record<string, bigint> {
  const rest = row.amount - paidAmount(row, paid, now);
  return { pay: rest, part: (row.amount * 60n) / 100n || 1n, more: (row.amount * 110n) / 100n, late: rest };
}

function paidAmount(row: SandboxSessionRow, paid: AssetRow, { begun }: SessionState): bigint {
  const counting = begun.filter(({ status, asset: of }) => status !== "vanished" && of === row.asset);
  return counting.reduce((sum, { amount }) => sum + BigInt(parseDecimal(amount, paid.decimals)), 0n);
}

/** Back to the site on the same origin; the real gateway uses the full URL. */
function returnLink({ returnUrl }: SandboxSessionRow): string {
  return new URL(returnUrl).pathname;
}

function pageOf({ row, paid, now }: Opened, say: PageTexts): PageResult {
  const inWords = (minor: bigint) => `${plain(formatDecimal(minor, paid.decimals))} ${paid.symbol}`;
  const soFar = paidAmount(row, paid, now);
  const network = networkOf(row.asset);
  const facts: [string, string | Html][] = [
    [say.amount, html`<span class="big">${inWords(row.amount)}</span>`],
    ...(soFar > 0n ? ([[say.paid, inWords(soFar)]] satisfies [string, string][]) : []),
    [say.order, row.reference],
    [say.address, network && network !== "paypal" ? depositAddress(network, row.id) : row.id],
  ];
  const sheet = html`<dl class="sheet">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  const isPaid = soFar >= row.amount;
  const isOpen = now.status === "open" && !isPaid;
  const rest = isOpen
    ? choices({ row, paid, now }, say, inWords)
    : html`<p>${isPaid ? say.isPaid : say.isOver}</p><p><a href="${returnLink(row)}">${say.back}</a></p>`;
  return { title: fill(say.title, { ref: row.reference }), content: [sheet, rest] };
}

function choices({ row, paid, now }: Opened, say: PageTexts, inWords: (minor: bigint) => string): Html {
  const amount = amounts(row, paid, now);
  const button = (choice: string, label: string, how: string, look = "") =>
    html`<button class="${look}" name="choice" value="${choice}">${label}<small>${how}</small></button>`;
  const pay = (choice: "pay" | "part" | "more" | "late", look = "") =>
    button(choice, fill(say.choice[choice], { amount: inWords(amount[choice] ?? 0n) }), say.how[choice], look);
  return html`<form method="post">
<input type="hidden" name="after" value="${String(now.begun.length)}">
${pay("pay", "main")}
${pay("part")}
${pay("more")}
${pay("late")}
${button("later", say.choice.later, say.how.later)}
${button("cancel", say.choice.cancel, say.how.cancel)}
</form>`;
}

const plain = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);
