import { clientNetworkOf } from "../http/request/client-network.ts";
import { serve } from "../http/serve.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { countClick } from "./count-click.ts";
import {
  addLink,
  joinProgramme,
  linksOf,
  linkView,
  type PartnerRow,
  partnerOf,
  removeLink,
  renameLink,
} from "./partners.ts";
import { payOutRewards } from "./pay-out.ts";
import { readEarnings } from "./read-earnings.ts";
import { readReferrals } from "./read-referrals.ts";
import { referralsFile } from "./referrals-csv.ts";
import { affiliateSummary } from "./show-summary.ts";
import { affiliateTerms } from "./show-terms.ts";

const usualDays = 30;

/** The partner programme. */
export const affiliateCalls = [
  serve("affiliateTerms", async ({ ctx }) => {
    const terms = closed(ctx) ?? (await affiliateTerms(ctx));
    return isRefusal(terms) ? terms : { data: terms };
  }),

  serve("affiliateClick", async ({ ctx, body, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    await countClick(ctx, { code: body.code, network: clientNetworkOf(caller.address) }, now);
    return undefined;
  }),

  serve("affiliateJoin", async ({ ctx, member, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const row = await joinProgramme(ctx, member.member.id, now);
    const summary = await affiliateSummary(ctx, row, { days: usualDays, language: caller.language }, now);
    return isRefusal(summary) ? summary : { data: summary };
  }),

  serve("affiliateSummary", async ({ ctx, member, query, caller, now }) => {
    const refusal = closed(ctx);
    if (refusal) return refusal;
    const row = await partnerOf(ctx.db.orm, member.member.id);
    const summary = row ? await affiliateSummary(ctx, row, { days: query.days, language: caller.language }, now) : null;
    return isRefusal(summary) ? summary : { data: summary };
  }),

  serve("affiliateReferrals", async ({ ctx, member, query, caller }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    const filter = { partnerId: row.id, code: query.code || null };
    if (query.format === "csv") {
      const headers = { "Content-Disposition": 'attachment; filename="partner-orders.csv"' };
      return { media: "text/csv; charset=utf-8", bytes: referralsFile(ctx, filter, caller.language), headers };
    }
    const page = { cursor: query.cursor ?? null, limit: query.per_page };
    const referralPage = await readReferrals(ctx, filter, page);
    if (isRefusal(referralPage)) return referralPage;
    const { rows, nextCursor } = referralPage;
    return { data: rows, meta: { per_page: query.per_page, has_more: nextCursor !== null, next_cursor: nextCursor } };
  }),

  serve("affiliateEarnings", async ({ ctx, member, query, now }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    return readEarnings(ctx, row.id, { by: query.by, from: query.from ?? null, to: query.to ?? null }, now);
  }),

  serve("affiliatePayout", async ({ ctx, member, idempotencyKey, caller, now }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    const request = { memberId: member.member.id, key: idempotencyKey ?? "" };
    const paid = await payOutRewards(ctx, request, now);
    if (isRefusal(paid)) return paid;
    const summary = await affiliateSummary(ctx, row, { days: usualDays, language: caller.language }, now);
    return isRefusal(summary) ? summary : { data: { ...paid, summary } };
  }),

  serve("affiliateLinks", async ({ ctx, member, caller }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    return { data: (await linksOf(ctx.db.orm, row.id)).map((link) => linkView(ctx, link, caller.language)) };
  }),

  serve("affiliateLinkAdd", async ({ ctx, member, body, caller, now }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    const link = await addLink(ctx, row.id, { label: body.label, code: body.code || null }, now);
    return isRefusal(link) ? link : { data: linkView(ctx, link, caller.language) };
  }),

  serve("affiliateLinkRename", async ({ ctx, member, body, caller }) => {
    const row = await partnerFor(ctx, member.member.id);
    if (isRefusal(row)) return row;
    const renamed = await renameLink(ctx, row.id, body);
    return isRefusal(renamed) ? renamed : { data: linkView(ctx, renamed, caller.language) };
  }),

  serve("affiliateLinkRemove", async ({ ctx, member, query, now }) => {
    const row = await partnerFor(ctx, member.member.id);
    return isRefusal(row) ? row : removeLink(ctx, row.id, query.code, now);
  }),
];

function closed({ env }: Pick<Context, "env">): Refusal | undefined {
  return env.AFFILIATES === "on" ? undefined : refuse("not_available");
}

/** The member's partner; `not_found` for one who has not joined. */
async function partnerFor(ctx: Context, memberId: string): Promise<PartnerRow | Refusal> {
  return closed(ctx) ?? (await partnerOf(ctx.db.orm, memberId)) ?? refuse("not_found");
}
