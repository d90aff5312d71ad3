import { z } from "zod/v4";
import { ratings } from "../../../contract/reviews/review-rules.ts";

/** The service checks the texts. */
export const reviewForm = z.object({
  rating: z.enum(ratings.map(String), { error: "required" }).transform(Number),
  text: z.string({ error: "required" }).max(10_000, { error: "too_long" }),
  name: z.string({ error: "required" }).max(500, { error: "too_long" }),
});
