import { z } from "zod/v4";
import { type Outcome, refused } from "../../operator/command.ts";
import { shownTicket, ticketNumber } from "../ticket-number.ts";

export const ticketArgument = z
  .string({ error: "Enter the ticket." })
  .transform((typed, context) => {
    const number = ticketNumber(typed);
    if (number !== undefined) return number;
    context.addIssue({ code: "custom", message: `"${typed}" is not a ticket.` });
    return z.NEVER;
  })
  .describe("ticket, SUP-10231");

export const noTicket = (number: number): Outcome => refused(`There is no ticket ${shownTicket(number)}.`);
