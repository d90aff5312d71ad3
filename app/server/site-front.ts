import type { RequestHandler } from "@remix-run/node";
import { destination, serve, serviceReady } from "../api/transport.server.ts";
import { env } from "../env.server.ts";
import { log } from "../http/log.server.ts";
import { embeddedApiStep } from "./api.ts";
import { forwardStep } from "./forward.ts";
import { type Behind, type Front, newFront } from "./front.ts";

/** The front of this site, by its settings. */
export function siteFront(remix: RequestHandler, more: Pick<Behind, "files" | "pages">): Front {
  const settings = {
    https: env.PUBLIC_ORIGIN?.startsWith("https://") ?? false,
    development: env.NODE_ENV === "development",
    googleScript: env.GOOGLE_CLIENT_ID ? env.GSI_SRC : undefined,
    publicOrigin: env.PUBLIC_ORIGIN,
    trustedProxies: env.TRUSTED_PROXIES,
  };
  const api = serve ? embeddedApiStep(serve) : forwardStep(destination);
  return newFront(settings, { log, serviceReady, api, remix, ...more });
}
