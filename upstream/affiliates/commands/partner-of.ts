import { formatDecimal } from "../../../contract/values/decimal.ts";
import { type Outcome, refused } from "../../operator/command.ts";
import { ofMember } from "../../operator/member-argument.ts";
import type { Context } from "../../ports/context.ts";
import { partnerOf } from "../partners.ts";

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
export const bpsText = (bps: number) => formatDecimal(BigInt(bps), 2);
