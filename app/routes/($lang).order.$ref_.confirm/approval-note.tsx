import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { shortDecimal } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useApprovalSentence } from "../../components/summary/approval-line.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { PayoutApproval } from "./payout-approval.server.ts";

/** A separate form, so that Enter in a field of the page does not submit it. */
const trialForm = "trial";

type ApprovalNoteProps = { order: Order; assets: Assets; approval: PayoutApproval };

/** Before confirmation: this payout needs manual approval, how long payouts have taken, and an offer to start with a smaller amount. */
export function ApprovalNote({ order, assets, approval: { times, trial } }: ApprovalNoteProps) {
  const { t } = useTranslation("confirm");
  const lang = useLang();
  const money = useMoney(assets);
  const sentence = useApprovalSentence(order, assets);
  if (sentence === null) return null;
  const minutes = (seconds: number) => formatDuration(lang, Math.max(60, Math.ceil(seconds / 60) * 60));
  return (
    <Note icon={ShieldCheck}>
      <strong className="font-semibold">{sentence}</strong> {t("approval.later")}{" "}
      {times && t("approval.times", { half: minutes(times.half), most: minutes(times.most) })}
      {trial && (
        <button
          type="submit"
          form={trialForm}
          className="text-link-inline mt-1 block min-h-6 font-semibold max-lg:min-h-11"
        >
          {t("approval.trial", { amount: money.text(trial, order.from.asset) })}
        </button>
      )}
    </Note>
  );
}

/** Repeats the order with the smaller amount; submitted by the button of the note. */
export function TrialForm({ order, approval }: Pick<ApprovalNoteProps, "order" | "approval">) {
  const href = useHref();
  if (approval.trial === null) return null;
  return (
    <Form id={trialForm} method="post" action={href(`/order/${order.ref}/repeat`)} reloadDocument>
      <input type="hidden" name="amount" value={shortDecimal(approval.trial)} />
    </Form>
  );
}
