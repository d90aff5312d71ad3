import { Form } from "@remix-run/react";
import type { Asset } from "../../../contract/market/pairs.ts";
import { BotCheck } from "../../components/bot-check/bot-check.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { MailCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { ReserveFormValues } from "./reserve-form.server.ts";

/** The requested reserve; null when the address has no pair. */
type RequestedReserve = { pair: string; page: string; amount: string; asset: Asset } | null;
type ReserveReply = { reply?: FormReply; accepted?: Pick<ReserveFormValues, "pair" | "amount" | "email"> };
type ReservePageProps = { request: RequestedReserve; days: number | null; actionData: ReserveReply | undefined };

/** One field and one button: an email when the reserve suffices. */
export function ReservePage({ request, days, actionData }: ReservePageProps) {
  const { t } = useTranslation("reserve");
  const href = useHref();
  const money = useMoney(request ? { [request.asset.id]: request.asset } : {});
  const accepted = actionData?.accepted;
  const amountText = accepted?.amount ?? actionData?.reply?.values.amount ?? request?.amount ?? "";
  const amount = request && /^\d+(\.\d+)?$/.test(amountText) ? money.text(amountText, request.asset.id) : null;
  return (
    <div className="page-width pb-20 pt-6 lg:pt-10">
      <div className="max-w-text space-y-6">
        <h1 className="text-h1">{t(accepted ? "meta.title" : "title")}</h1>
        {accepted ? (
          <Note tone="success" icon={MailCheck}>
            {days === null
              ? t("acceptedPlain", { amount: amount ?? amountText, email: accepted.email })
              : t("accepted", { amount: amount ?? amountText, email: accepted.email, count: days })}
            <form id={pageFormId} method="post" hidden />
          </Note>
        ) : (
          <>
            <p className="text-lead text-ink-2">{amount ? t("lead", { amount }) : t("leadPlain")}</p>
            <Form id={pageFormId} method="post" noValidate className="space-y-5">
              <FormProblem reply={actionData?.reply} labels={{ email: t("email") }} />
              <input type="hidden" name="pair" value={actionData?.reply?.values.pair ?? request?.pair ?? ""} />
              <input type="hidden" name="amount" value={amountText} />
              <Field
                name="email"
                label={t("email")}
                placeholder={t("emailExample")}
                hint={days === null ? t("privacyPlain") : t("privacy", { count: days })}
                reply={actionData?.reply}
                required
                {...emailInput}
              />
              <BotCheck action="reserve_request" reply={actionData?.reply} />
              <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
                {t("submit")}
              </SubmitButton>
            </Form>
          </>
        )}
        <LinkButton href={href(`/exchange/${request?.page ?? "usdt-to-paypal"}`)}>{t("again")}</LinkButton>
      </div>
    </div>
  );
}
