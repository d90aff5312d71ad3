import type { Https } from "../http/response/security-headers.ts";
import { env, isHttps } from "../settings/env.server.ts";

/** How far browsers may insist on https, by this site's settings. */
export const ourHttps: Https = isHttps && (env.HSTS_SUBDOMAINS === "on" ? "sub_domains" : true);
