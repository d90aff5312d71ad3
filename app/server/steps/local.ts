import { forwardingHeaders } from "../../../contract/values/forwarding-headers.ts";
import { isLoopbackName } from "../../settings/env-schema.server.ts";
import { type FrontRequest, headerOf, type Step } from "../front-request.ts";
import { isLoopbackAddress } from "./forwarded-address.ts";
import { hostName } from "./host.ts";

/**
 * Notes whether the visitor's browser runs on this machine: a loopback peer without any trace of a proxy, asking a
 * site that serves this machine by a loopback name (a foreign one is DNS rebinding).
 */
export function localStep(publicOrigin: string | undefined): Step {
  const servesThisMachine = publicOrigin === undefined || isLoopbackName(new URL(publicOrigin).hostname);
  return (request) => {
    request.facts.isLocal = servesThisMachine && isLocal(request);
    return undefined;
  };
}

function isLocal(request: FrontRequest): boolean {
  if (!isLoopbackAddress(request.incoming.socket.remoteAddress ?? "")) return false;
  const name = hostName(request.incoming.headers.host ?? "");
  if (name === null || !isLoopbackName(name)) return false;
  return forwardingHeaders.every((header) => headerOf(request, header) === undefined);
}
