import { z } from "zod/v4";
import { botCheckProof } from "../bot-check/bot-check.ts";

const typed = z.string().trim().max(500);

/** `amount` is the requested payout, in the pair's payout asset. */
export const reserveRequestBody = z.object({ pair: typed, amount: typed, email: typed, ...botCheckProof });

/** `key` comes with the email; it can only unsubscribe that address from reserve notifications. */
export const reserveStopBody = z.object({ key: z.string().max(200) });
