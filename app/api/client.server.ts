import type { EndpointName } from "../../contract/endpoints.ts";
import { bearerOf } from "../auth/session-cookie.server.ts";
import { factsOf } from "../http/request-facts.server.ts";
import { langOf } from "../i18n/lang.server.ts";
import { call } from "./call.server.ts";
import type { ApiAnswer, EndpointInput } from "./endpoint-types.ts";
import { destination, send } from "./transport.server.ts";

/**
 * Calls the service: `api(request, "exchangeStepOne", { body })`. The answer is the parsed reply, or a refusal to
 * switch on; it never throws for what the service says, nor for a service that says nothing sensible
 * (`upstream_unavailable`).
 */
export async function api<Name extends EndpointName>(
  request: Request,
  name: Name,
  input: EndpointInput<Name>,
): Promise<ApiAnswer<Name>> {
  const facts = factsOf(request);
  const caller = {
    lang: langOf(request),
    bearer: await bearerOf(request),
    clientAddress: facts.clientAddress,
    requestId: facts.id,
  };
  return call(name, input, caller, destination, send);
}
