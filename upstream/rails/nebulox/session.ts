import { z } from "zod/v4";
import { gatewayPayment } from "../../../contract/order/gateway.ts";

/** A payment session as the gateway reports it. `closed`: by us; `cancelled`: by the payer. */
export const session = z.object({
  id: z.string().min(1).max(200),
  url: z.string().min(1).max(2000),
  status: z.enum(["open", "cancelled", "closed"]),
  payments: z.array(gatewayPayment).max(100),
});
export type GatewaySession = z.infer<typeof session>;
