import { isNull } from "drizzle-orm";
import { type CustomerChecks, listIssuers } from "../../../contract/terms/exchange-rules.ts";
import { screeningImport } from "../../db/schema/screening.ts";
import type { Context } from "../../ports/context.ts";
import { countedDays } from "../../screening/identity/rules/identity-limit.ts";
import { providerOf } from "../../screening/provider/questions.ts";
import { reviewHours } from "../../screening/rules/hit.ts";
import { issuerOf } from "../../screening/rules/list-entry.ts";

/** Which checks of customers are done: by the settings, and by the lists in force. */
export async function customerChecks({ db, env }: Pick<Context, "db" | "env">): Promise<CustomerChecks> {
  const rows = await db.orm
    .selectDistinct({ format: screeningImport.format })
    .from(screeningImport)
    .where(isNull(screeningImport.replacedAt));
  const provider = providerOf(env);
  const issuers = rows.map(({ format }) => issuerOf[format]);
  return {
    lists: listIssuers.filter((issuer) => issuers.includes(issuer)),
    provider: provider?.name ?? null,
    provider_silent: provider && { after_seconds: env.SCREENING_WAIT, outcome: env.SCREENING_SILENT },
    review_hours: reviewHours,
    identity_from_usd: env.IDENTITY_FROM === null ? null : String(env.IDENTITY_FROM),
    identity_days: countedDays,
    identity_years: env.COMPANY.recordYears,
  };
}
