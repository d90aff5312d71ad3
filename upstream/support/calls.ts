import type { Route } from "../http/serve.ts";
import { incomingMailCalls } from "./calls/incoming-mail.ts";
import { ticketCalls } from "./calls/tickets.ts";

export const supportCalls: readonly Route[] = [...ticketCalls, ...incomingMailCalls];
