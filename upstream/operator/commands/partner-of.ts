import { formatDecimal } from "../../../contract/values/decimal.ts";
import { partnerOf } from "../../affiliates/partners.ts";
import type { Context } from "../../context.ts";
import { type Outcome, refused } from "../command.ts";
import { ofMember } from "../member-argument.ts";

type PartnerRow = NonNullable<Awaited<ReturnType<typeof partnerOf>>>;

/** The partner with this email; refused where the member has not joined the programme. */
export function ofPartner(
  ctx: Pick<Context, "db">,
  email: string,
  run: (row: PartnerRow) => Promise<Outcome>,
): Promise<Outcome> {
  return ofMember(ctx, email, async (id) => {
    const row = await partnerOf(ctx.db.orm, id);
    return row ? run(row) : refused("This member has not joined the partner programme.");
  });
}

/** Basis points as a percentage: 2050 as `20.50`. */
export const percentOf = (bps: number) => formatDecimal(BigInt(bps), 2);
