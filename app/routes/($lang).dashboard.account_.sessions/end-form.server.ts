import { z } from "zod/v4";

/** Without an id: all other sessions. */
export const endForm = z.object({ id: z.string().max(64, { error: "too_long" }).optional() });
