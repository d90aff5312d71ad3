import { Form } from "@remix-run/react";
import { shownRef } from "../../../contract/order/order-number.ts";
import { maxMessageLength, type SupportTopic, supportTopics } from "../../../contract/support/ticket-states.ts";
import type { SupportHours } from "../../../contract/support/tickets.ts";
import { BotCheck } from "../../components/bot-check/bot-check.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { AttachmentsField } from "../../components/support/attachments-field.tsx";
import type { RefusedMessage } from "../../components/support/kept-file.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { onOneLine, TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { Card } from "../../ui/card.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { AnswerTimes } from "./answer-times.tsx";
import type { OrderAskedAbout } from "./order-asked-about.server.ts";
import { shownWithTopic } from "./shown-with-topic.ts";

export type MessageFormProps = {
  hours: SupportHours | null;
  order: OrderAskedAbout | null;
  memberEmail: string | null;
  /** The visitor came from the page of a freeze. */
  isAboutFreeze: boolean;
  now: string;
  actionData: RefusedMessage | undefined;
};

/** A message to support. Its topic comes first: the hint and the expected answer depend on it, by style alone. */
export function MessageForm({ order, memberEmail, isAboutFreeze, actionData, hours, now }: MessageFormProps) {
  const { t } = useTranslation("support");
  const reply = actionData?.reply;
  const labels = {
    order: t("form.orderTyped"),
    email: t("form.email"),
    message: { label: t("form.message"), missing: t("form.messageMissing") },
    files: t("form.files"),
  };
  const orderRef = order?.ref ?? null;
  const keptTopic = useSite()?.restoredForm?.topic;
  return (
    <Card main aria-label={t("form.title")} className="group">
      <Form id={pageFormId} method="post" encType="multipart/form-data" reloadDocument noValidate className="space-y-5">
        <FormProblem reply={reply} labels={labels} />
        <input type="hidden" name="opened" value={reply?.values.opened ?? now} />
        {isAboutFreeze && <input type="hidden" name="about" value="freeze" />}
        <FieldFrame id="topic" label={t("form.topic")}>
          <SelectInput
            id="topic"
            name="topic"
            defaultValue={reply?.values.topic ?? keptTopic ?? usualTopic(order, isAboutFreeze)}
          >
            {supportTopics.map((topic) => (
              <option key={topic} value={topic}>
                {t(`topics.${topic}.name`)}
              </option>
            ))}
          </SelectInput>
          <TopicHints />
        </FieldFrame>
        {order && orderRef !== null ? (
          <KnownOrder order={order} />
        ) : (
          <Field
            name="order"
            label={labels.order}
            hint={<TextWithParts text={t("form.orderHint")} parts={{ ref: onOneLine }} />}
            reply={reply}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        {memberEmail === null ? (
          <Field name="email" label={labels.email} hint={t("form.emailHint")} reply={reply} required {...emailInput} />
        ) : (
          <p className="text-body-2 text-ink-2">{t("form.emailMember", { email: memberEmail })}</p>
        )}
        <Field
          name="message"
          label={t("form.message")}
          hint={t("form.messageHint")}
          missing={t("form.messageMissing")}
          reply={reply}
          required
          long
          maxLength={maxMessageLength}
        />
        <AttachmentsField files={actionData?.files ?? []} reply={reply} />
        {memberEmail === null && <BotCheck action="support" reply={reply} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-5">
          <SubmitButton variant="filled" size="large" pressed={t("form.pressed")}>
            {t("form.submit")}
          </SubmitButton>
          {hours && <AnswerTimes hours={hours} now={now} />}
        </div>
      </Form>
    </Card>
  );
}

function TopicHints() {
  const { t } = useTranslation("support");
  return supportTopics.map((topic: SupportTopic) => (
    <p key={topic} className={`mt-1.5 text-small text-ink-2 ${shownWithTopic[topic]}`}>
      {t(`topics.${topic}.hint`)}
    </p>
  ));
}

function KnownOrder({ order: { ref, from, to, assets } }: { order: OrderAskedAbout }) {
  const { t } = useTranslation("support");
  const href = useHref();
  const money = useMoney(assets);
  const amounts = { from: money.text(from.amount, from.asset), to: money.text(to.amount, to.asset) };
  return (
    <div>
      <p className="text-body-2 font-semibold">{t("form.order")}</p>
      <p className="text-small text-ink-3">{t("form.orderKnown")}</p>
      <div className="mt-1.5 flex items-center justify-between gap-4 rounded border border-line bg-inset px-4 py-3">
        <p>
          <strong className="figures block text-body-2 font-semibold">{shownRef(ref)}</strong>
          <span className="figures text-small text-ink-2">{t("form.orderAmounts", amounts)}</span>
        </p>
        <a
          href={href("/company/contact-us")}
          className="inline-block py-2.5 text-small font-semibold text-link hover:underline"
        >
          {t("form.change")}
        </a>
      </div>
      <input type="hidden" name="order" value={ref} />
    </div>
  );
}

function usualTopic(order: OrderAskedAbout | null, isAboutFreeze: boolean): SupportTopic {
  if (isAboutFreeze) return "account";
  return order ? "order" : "payment";
}
