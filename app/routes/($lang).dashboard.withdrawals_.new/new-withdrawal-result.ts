import type { z } from "zod/v4";
import type { WithdrawalLimit, withdrawalQuoteReply } from "../../../contract/balance/withdrawals.ts";
import type { FormReply } from "../../forms/reply.ts";

export type WithdrawalQuote = z.output<typeof withdrawalQuoteReply>["data"];

/** What the form gets back: a refusal, what it would cost, or fields that were filled in. */
export type NewWithdrawalResult = {
  values: Record<string, string>;
  reply: FormReply | undefined;
  quote: WithdrawalQuote | null;
  /** Of the day, where it was exceeded. */
  limit: WithdrawalLimit | null;
  /** Asked by the page while the member types: its errors stay beside their fields. */
  isQuiet: boolean;
};
