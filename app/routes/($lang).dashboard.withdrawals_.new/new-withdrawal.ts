import type { SerializeFrom } from "@remix-run/node";
import type { loadWithdrawalPage } from "./load-withdrawal-page.server.ts";

/** What the page of a new withdrawal shows. */
export type NewWithdrawal = SerializeFrom<Awaited<ReturnType<typeof loadWithdrawalPage>>> & {
  frozenUntil: string | null;
  now: string;
};

/** Whether the member can ask for a withdrawal now, so that the form is on the page. */
export const hasAmountForm = ({ frozenUntil, debts, chosen }: NewWithdrawal): boolean =>
  frozenUntil === null && debts.length === 0 && chosen !== null;
