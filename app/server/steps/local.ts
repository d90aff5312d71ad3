import { forwardingHeaders } from "../../../contract/values/forwarding-headers.ts";
import { isLoopbackName } from "../../settings/env-schema.server.ts";
import { headerOf, type Step, type Visit } from "../visit.ts";
import { isLoopbackAddress } from "./forwarded-address.ts";
import { hostName } from "./host.ts";

/**
 * Notes whether the visitor's browser runs on this machine: a loopback peer without any trace of a proxy, asking a
 * site that serves this machine by a loopback name (a foreign one is DNS rebinding).
 */
export function localStep(publicOrigin: string | undefined): Step {
  const servesThisMachine = publicOrigin === undefined || isLoopbackName(new URL(publicOrigin).hostname);
  return (visit) => {
    visit.facts.isLocal = servesThisMachine && isLocal(visit);
    return undefined;
  };
}

function isLocal(visit: Visit): boolean {
  if (!isLoopbackAddress(visit.incoming.socket.remoteAddress ?? "")) return false;
  const name = hostName(visit.incoming.headers.host ?? "");
  if (name === null || !isLoopbackName(name)) return false;
  return forwardingHeaders.every((header) => headerOf(visit, header) === undefined);
}
