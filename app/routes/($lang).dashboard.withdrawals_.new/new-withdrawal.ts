import type { SerializeFrom } from "@remix-run/node";
import type { loadWithdrawalPage } from "./load-withdrawal-page.server.ts";

/** What the page of a new withdrawal shows. */
export type NewWithdrawal = SerializeFrom<Awaited<ReturnType<typeof loadWithdrawalPage>>> & {
  frozenUntil: string | null;
  now: string;
};
