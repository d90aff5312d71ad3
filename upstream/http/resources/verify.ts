import { verifyText } from "../../verify/verify-text.ts";
import { serve } from "../serve.ts";

export const routes = [
  serve("exchangeVerify", async ({ ctx, body, now }) => ({ data: await verifyText(ctx, body.text, now) })),
];
