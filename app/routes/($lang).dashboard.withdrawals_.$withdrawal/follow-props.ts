import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { FormReply } from "../../forms/reply.ts";

/** What the page shows of a withdrawal that is confirmed. */
export type FollowPageProps = {
  withdrawal: Withdrawal;
  assets: Assets;
  frozenUntil: string | null;
  /** How long a freeze lasts that the member asks for; null while that is not known. */
  freezeDays: number | null;
  /** Its address is among the member's saved ones. */
  isSaved: boolean;
  now: string;
  reply: FormReply | undefined;
};
