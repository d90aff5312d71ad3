import { createRequestHandler } from "@remix-run/node";
import { siteFront } from "./site-front.ts";

/** The front in development: Vite serves the files, and each request gets the site as it is written now. */
export const { listener } = siteFront(
  createRequestHandler(() => import("virtual:remix/server-build"), "development"),
  {},
);
