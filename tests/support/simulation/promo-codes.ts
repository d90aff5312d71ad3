import type { promoKinds } from "../../../contract/market/price.ts";
import type { Order } from "../../../contract/order/order.ts";
import type { Problem } from "../../../contract/values/problem.ts";
import type { Database } from "../../../upstream/db/database.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import type { Chance } from "./chance.ts";
import type { Member } from "./members.ts";
import type { Partner, Programme } from "./partner-programme.ts";

/** A promo code of the simulated operator. `uses`: how many orders may have it. */
export type Code = {
  code: string;
  kind: (typeof promoKinds)[number];
  value: string;
  uses: number | null;
  isOncePerEmail?: boolean;
  isForNew?: boolean;
  pairs?: string;
  partner?: Partner;
};

const toDollars = ["usdt-trc20", "usdt-erc20", "btc", "ltc", "eth"].map((from) => `${from}_paypal-usd`).join(",");

/** All kinds; some with few uses, so that orders race for the last. */
export function codesOf({ partners }: Programme): Code[] {
  const [first] = partners;
  return [
    { code: "RATE20", kind: "rate_bonus_bps", value: "20", uses: null },
    { code: "HALFFEE", kind: "fee_discount_percent", value: "50", uses: 4 },
    { code: "DOLLAR", kind: "fixed_bonus", value: "1", uses: 2, pairs: toDollars },
    { code: "NOFEE", kind: "free_payout_fee", value: "0", uses: null, isOncePerEmail: true },
    { code: "NEWHERE", kind: "rate_bonus_bps", value: "15", uses: null, isForNew: true },
    { code: "BACK2", kind: "cashback_percent", value: "2.5", uses: null },
    { code: "LAST", kind: "cashback_percent", value: "4", uses: 2 },
    ...(first ? [{ code: "FRIEND", kind: "partner_bind", value: "0", uses: 5, partner: first } as const] : []),
  ];
}

export async function addCodes(ctx: Context, codes: readonly Code[]): Promise<void> {
  for (const { code, kind, value, uses, isOncePerEmail, isForNew, pairs, partner } of codes) {
    const args = {
      ...{ code, kind, value, reason: "simulated", anyway: "yes" },
      ...(uses === null ? {} : { uses: String(uses) }),
      ...(isOncePerEmail ? { uses_per_email: "1" } : {}),
      ...(isForNew ? { new_users_only: "yes" } : {}),
      ...(pairs ? { pairs } : {}),
      ...(partner ? { partner: partner.member.email } : {}),
    };
    const outcome = await runCommand(ctx, { command: "promo add", args, operator: { name: "sim" } });
    if (!outcome.ok) throw new Error(`${code} was not made: ${outcome.sentence}`);
  }
}

/** Mostly none; sometimes the code of a partner's link, typed instead of clicked. */
export function typeCode(codes: readonly Code[], { partners }: Programme, luck: Chance): Code | null {
  if (!luck.percent(45)) return null;
  if (partners.length === 0 || !luck.percent(12)) return luck.pick(codes);
  const partner = luck.pick(partners);
  return { code: partner.code, kind: "partner_bind", value: "0", uses: null, partner };
}

/** What is wrong with a refusal of a code, by those of its rules that do not depend on the amount. */
export function wrongRefusal(typed: Code, { errors }: Problem, owner: Member | null): string | undefined {
  const reason = errors?.find(({ pointer }) => pointer === "/promo")?.code;
  const allowed: Record<string, boolean> = {
    promo_login: owner === null && typed.kind === "cashback_percent",
    promo_used: typed.uses !== null || typed.isOncePerEmail === true,
    promo_new_users: typed.isForNew === true,
    promo_other_pair: typed.pairs !== undefined,
    promo_min_amount: typed.code === "WELCOME5",
    promo_loyalty: owner !== null && typed.kind === "fee_discount_percent",
  };
  return reason === undefined || allowed[reason] === true ? undefined : reason;
}

/** What is wrong with a code that a draft has. */
export function wrongCode(typed: Code | null, { promo, pair }: Order, owner: Member | null): string | undefined {
  if (promo === null) return undefined;
  if (typed === null || promo.code !== typed.code || promo.kind !== typed.kind) return `has the code ${promo.code}`;
  if (typed.kind === "cashback_percent" && owner === null) return "promises cashback to a guest";
  return typed.pairs?.split(",").includes(pair) === false ? `has ${promo.code} on another pair` : undefined;
}

/** How many more orders may have each code that has a limit. */
export async function usesLeft(db: Database, codes: readonly Code[]): Promise<Map<string, number>> {
  const { rows } = await db.query("select code, count(*)::int as uses from promo_use group by code");
  const used = new Map(rows.map(({ code, uses }) => [String(code), Number(uses)]));
  return new Map(codes.flatMap(({ code, uses }) => (uses === null ? [] : [[code, uses - (used.get(code) ?? 0)]])));
}

/** Uses that no order has or that an order has not counted, and limits that do not add up. */
export async function promoFaults(db: Database, codes: readonly Code[]): Promise<string[]> {
  const uncounted = await db.query(`
    select o.ref from exchange_order o join promo p on p.code = o.promo_code
      where o.status in ('awaiting_payment', 'processing', 'paying_out', 'completed')
        and not exists (select 1 from promo_use u where u.order_ref = o.ref and u.code = o.promo_code)`);
  const unused = await db.query(`
    select u.order_ref as ref, u.code from promo_use u join exchange_order o on o.ref = u.order_ref
      where o.promo_code is distinct from u.code or o.status in ('draft', 'expired', 'cancelled')`);
  const left = await db.query("select code, uses_left from promo where uses_left is not null");
  const byRules = await usesLeft(db, codes);
  return [
    ...uncounted.rows.map(({ ref }) => `${ref} has a promo code that is not counted`),
    ...unused.rows.map(({ ref, code }) => `${ref} counts as a use of ${code}, which it has not`),
    ...left.rows.flatMap(({ code, uses_left }) => {
      const rest = byRules.get(String(code));
      return rest === Number(uses_left) ? [] : [`${code} has ${uses_left} uses left, by the rules ${rest}`];
    }),
  ];
}
