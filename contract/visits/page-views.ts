import { z } from "zod/v4";
import { languages } from "../values/languages.ts";

/** The host of a site, or nothing. */
export const referrerPattern = /^([a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,8})?$/;

const pageViews = z
  .object({
    page: z
      .string()
      .regex(/^\/[\w/:.-]{0,100}$/)
      .describe("The page without its language and without what differs between visitors: `/order/:ref`."),
    language: z.enum(languages),
    referrer: z
      .string()
      .max(100)
      .regex(referrerPattern)
      .describe("The host of the site with the link; empty for our own pages and where it is unknown."),
    is_bot: z.boolean(),
    views: z.int().min(1).max(1_000_000),
  })
  .meta({ id: "PageViews" });
export type PageViews = z.infer<typeof pageViews>;

/** The most rows in one call. */
export const mostPageViewRows = 500;

export const pageViewsBody = z.object({ rows: z.array(pageViews).min(1).max(mostPageViewRows) });
