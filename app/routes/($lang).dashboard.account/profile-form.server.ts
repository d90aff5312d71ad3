import { z } from "zod/v4";

const box = z.literal("on").optional();

/** An emptied field removes what was there; a box that is not ticked is not sent. */
export const profileForm = z.object({
  name: z.string().max(500, { error: "too_long" }).default(""),
  phone: z.string().max(500, { error: "too_long" }).default(""),
  locale: z.enum(["en", "ru"], { error: "invalid" }),
  timezone: z.string({ error: "required" }).max(500, { error: "too_long" }),
  order_email: box,
  login_email: box,
  news: box,
});
