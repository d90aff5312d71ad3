import type { Command } from "../operator/command.ts";
import { ticketListCommands } from "./commands/ticket-lists.ts";
import { ticketCommands } from "./commands/tickets.ts";

export const allTicketCommands: readonly Command[] = [...ticketListCommands, ...ticketCommands];
