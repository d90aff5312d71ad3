/** The program that remix-serve loads: the site's build behind the front. Continues when everything is ready. */

import { requestTimes } from "../../contract/server/request-times.ts";
import { endOnUncaughtError, reportEnd } from "../../upstream/shared/report-failure.ts";
import { metricsOfProcess, startService, stopService, tracingOfProcess } from "../api/transport.server.ts";
import { buildFolder } from "../http/current-build.server.ts";
import { log } from "../http/log.server.ts";
import { env } from "../settings/env.server.ts";
import { boundConnections } from "./connections.ts";
import { endOnSignal } from "./end.ts";
import { ourHttps } from "./our-https.ts";
import { remixBuild } from "./remix-build.ts";
import { keepGlobalsOfNode, takeServerOfRemixServe } from "./remix-serve.ts";
import { filesStep } from "./steps/files.ts";
import { answerUnreadableRequests } from "./unreadable-requests.ts";

endOnUncaughtError("the site ends after an uncaught error");

const behindProxy = env.TRUSTED_PROXIES.length > 0;
const serverOptions = {
  ...requestTimes,
  // Longer than the keep-alive of clients and proxies: the server must not close a connection while a request is sent.
  keepAliveTimeout: behindProxy ? 130_000 : 70_000,
};

// remix-serve listens when this module is loaded: not before the service is ready. While that waits for its disk or
// database, the site is loaded.
const opening = startService().catch(refuseStart);
const build = await import("virtual:remix/server-build");
const { pageHandlers } = await import("./page-handlers.ts");
const { sitePages } = await import("./pages/site-pages.ts");
const { siteFront } = await import("./site-front.ts");
const service = await opening;
const metrics = await metricsOfProcess().catch(refuseStart);
const tracing = await tracingOfProcess().catch(refuseStart);

/** What remix-serve reads of a build. */
export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } = build;

const remix = pageHandlers(remixBuild(build));
const { listener, traffic, requests, visits } = siteFront(remix, service, {
  ...(buildFolder && { files: filesStep(buildFolder) }),
  pages: sitePages(remix, service),
  metrics,
  tracing,
});
keepGlobalsOfNode();
const server = takeServerOfRemixServe(serverOptions, listener);
answerUnreadableRequests(server, ourHttps);
server.on("connection", traffic.connected);
server.on("connection", boundConnections(env.TRUSTED_PROXIES));
server.once("listening", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string")
    log.info({ host: address.address, port: address.port }, "listening");
});
server.once("error", refuseStart);
// Before the log itself is written out.
process.prependOnceListener("exit", requests.flush);
endOnSignal({ server, traffic, behindProxy, stopService: () => visits.flush().then(stopService) });

/** Reports why the start failed and exits. */
function refuseStart(error: unknown): never {
  log.flush();
  reportEnd("the site cannot start", error);
  process.exit(1);
}
