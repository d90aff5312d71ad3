import { and, eq, inArray } from "drizzle-orm";
import { gatewayPayment } from "../../db/schema/index.ts";
import type { ReadProgress } from "../../ports/rail.ts";
import type { RailDesk } from "../registration.ts";
import { nebulox } from "./sessions.ts";

/** What the gateway last reported of its payments. */
export function gatewayProgress({ db }: Pick<RailDesk, "db">): ReadProgress {
  return async (payments) => {
    const idByGatewayId = new Map(
      payments.filter(({ rail }) => rail === nebulox).map((payment) => [payment.railPaymentId, payment.id]),
    );
    if (idByGatewayId.size === 0) return new Map();
    const rows = await db.orm
      .select()
      .from(gatewayPayment)
      .where(and(eq(gatewayPayment.gateway, nebulox), inArray(gatewayPayment.id, [...idByGatewayId.keys()])));
    return new Map(
      rows.map(({ id, confirmations, reportedAt }) => [idByGatewayId.get(id) ?? id, { confirmations, at: reportedAt }]),
    );
  };
}
