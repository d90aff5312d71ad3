import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { pair } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import { loadRegister } from "../staff/register.ts";
import { unapprovedPrices } from "../staff/second-person.ts";
import { recordAudit } from "./audit.ts";
import type { Operator } from "./command.ts";
import type { RateConcern } from "./concerns/rate-concern.ts";
import { madeByPrice } from "./made-by-price.ts";
import { secondLook } from "./second-look.ts";
import { settingsEntry } from "./settings-entry.ts";

/**
 * Pauses a pair whose new rate is beyond twice its band. It is not sold at until an operator resumes the pair, which
 * asks again. Returns what the command's answer says of it, empty where the pair was not on sale.
 */
export async function pauseFarRate(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  { pairId, reason }: { pairId: string; reason: string },
): Promise<string> {
  const [row] = await tx.select().from(pair).where(eq(pair.id, pairId)).for("no key update");
  if (row?.status !== "active") return "";
  const changes = { status: "paused" as const };
  await tx.update(pair).set(changes).where(eq(pair.id, pairId));
  const details = settingsEntry(row, changes);
  await recordAudit(ctx, tx, operator, { action: "pair_changed", subject: pairId, reason, details, makerFacts: [] });
  return farPriceText(tx);
}

/** How a pair that was paused for its far price is opened. */
export async function farPriceText(tx: Tx): Promise<string> {
  const { isEmpty } = await loadRegister(tx);
  const how = isEmpty
    ? "look once more, then `pairs resume`"
    : "a second person looks at `approvals list`, then `pairs resume`";
  return ` It is beyond twice its band, so the pair is paused: ${how}.`;
}

/**
 * What it takes to put pairs on sale, by the concerns about their rates and `others`: `override` for the audit entries, the
 * maker entries of each pair (`madeOf`), and `refusal` where a far price has no approval. Throws `SecondLook` without `--anyway`.
 */
export async function openingTerms(
  tx: Tx,
  anyway: "yes" | undefined,
  concerns: readonly RateConcern[],
  others: readonly (string | null)[] = [],
) {
  const override = secondLook(anyway, [...concerns.map(({ sentence }) => sentence), ...others]);
  const far = concerns.filter(({ isFar }) => isFar).map(({ pairId }) => pairId);
  const unapproved = await unapprovedPrices(tx, far);
  const refusal =
    unapproved.length === 0
      ? null
      : `The price of ${unapproved.join(", ")} is beyond twice its band and not approved by a second person: ` +
        "`approvals list` has it if it was set by a command, else set it with `rates set`.";
  const madeOf = async (pairId: string) => {
    if (far.includes(pairId)) return [];
    const isAsked =
      others.some((sentence) => sentence !== null) || concerns.some((concern) => concern.pairId === pairId);
    return madeByPrice(tx, "pair", pairId, isAsked ? override : {});
  };
  return { override, refusal, madeOf };
}
