import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { shortDecimal } from "../../../contract/values/decimal.ts";
import { useMoney } from "../../components/order/use-money.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useCheckSentence } from "../../components/summary/check-line.tsx";
import { formatDuration } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { ShieldCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { PayoutCheck } from "./payout-check.server.ts";

/** A form of its own: Enter in a field of the page must not press this button. */
const trialForm = "trial";

type CheckNoteProps = { order: Order; assets: Assets; check: PayoutCheck };

/** Said before the act: that a person approves this payout, how long payouts took, and a smaller amount to begin with. */
export function CheckNote({ order, assets, check: { times, trial } }: CheckNoteProps) {
  const { t } = useTranslation("confirm");
  const lang = useLang();
  const money = useMoney(assets);
  const sentence = useCheckSentence(order, assets);
  if (sentence === null) return null;
  const minutes = (seconds: number) => formatDuration(lang, Math.max(60, Math.ceil(seconds / 60) * 60));
  return (
    <Note icon={ShieldCheck}>
      <strong className="font-semibold">{sentence}</strong> {t("check.later")}{" "}
      {times && t("check.times", { half: minutes(times.half), most: minutes(times.most) })}
      {trial && (
        <button
          type="submit"
          form={trialForm}
          className="text-link-inline mt-1 block min-h-6 font-semibold max-lg:min-h-11"
        >
          {t("check.trial", { amount: money.text(trial, order.from.asset) })}
        </button>
      )}
    </Note>
  );
}

/** What the button of the note sends: the same order with the smaller amount. */
export function TrialForm({ order, check }: Pick<CheckNoteProps, "order" | "check">) {
  const href = useHref();
  if (check.trial === null) return null;
  return (
    <Form id={trialForm} method="post" action={href(`/order/${order.ref}/repeat`)} reloadDocument>
      <input type="hidden" name="amount" value={shortDecimal(check.trial)} />
    </Form>
  );
}
