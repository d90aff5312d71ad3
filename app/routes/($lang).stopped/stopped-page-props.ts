import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import type { SupportHours } from "../../../contract/support/tickets.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { FormReply } from "../../forms/reply.ts";

export type StoppedPageProps = {
  freeze: AccountFreeze;
  assets: Assets;
  hours: SupportHours | null;
  now: string;
  reply: FormReply | undefined;
};
