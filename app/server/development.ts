import { createRequestHandler } from "@remix-run/node";
import { metricsOfProcess, startService, tracingOfProcess } from "../api/transport.server.ts";
import { remixBuild } from "./remix-build.ts";
import { siteFront } from "./site-front.ts";

/** The front in development: Vite serves the files, and each request uses the current source. */
export const { listener } = siteFront(
  createRequestHandler(async () => remixBuild(await import("virtual:remix/server-build")), "development"),
  await startService(),
  { metrics: await metricsOfProcess(), tracing: await tracingOfProcess() },
);
