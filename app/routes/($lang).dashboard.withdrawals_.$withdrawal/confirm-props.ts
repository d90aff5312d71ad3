import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { WithdrawalFormResult } from "./withdrawal-actions.server.ts";

/** What the page shows of a withdrawal that waits for its code. */
export type ConfirmPageProps = {
  withdrawal: Withdrawal;
  assets: Assets;
  email: string;
  wantsRecovery: boolean;
  /** How long a freeze lasts that the member asks for; null while that is not known. */
  freezeDays: number | null;
  now: string;
  actionData: WithdrawalFormResult | undefined;
};
