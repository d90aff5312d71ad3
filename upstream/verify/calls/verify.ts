import { serve } from "../../http/serve.ts";
import { verifyText } from "../verify-text.ts";

export const checkCalls = [
  serve("exchangeVerify", async ({ ctx, body, now }) => ({ data: await verifyText(ctx, body.text, now) })),
];
