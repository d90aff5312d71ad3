import { z } from "zod/v4";

const typed = z.string().trim().max(500);

/** `amount` is what should arrive, in the asset that the pair pays out. */
export const reserveRequestBody = z.object({ pair: typed, amount: typed, email: typed });

/** `key` comes with the letter; it can end letters about reserves to that address and nothing else. */
export const reserveStopBody = z.object({ key: z.string().max(200) });
