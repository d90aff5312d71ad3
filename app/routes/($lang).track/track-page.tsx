import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { shownRef } from "../../../contract/order/order-number.ts";
import { StatusBadge } from "../../components/order/status-badge.tsx";
import { useTimes } from "../../components/order/use-times.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { emailInput } from "../../forms/email-input.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { onOneLine, TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { ChevronRight, MailCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { OwnOrder } from "./own-orders.server.ts";

type TrackReply = { reply?: FormReply; sent?: boolean };

export function TrackPage({
  orders,
  now,
  actionData,
}: {
  orders: OwnOrder[];
  now: string;
  actionData: TrackReply | undefined;
}) {
  const { t } = useTranslation("track");
  return (
    <div className="page-width space-y-8 pb-20 pt-6 lg:pt-10">
      <header className="max-w-text space-y-3">
        <h1 className="text-h1">{t("title")}</h1>
        <p className="text-lead text-ink-2">{t("lead")}</p>
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        {orders.length > 0 && <OwnOrders orders={orders} now={now} />}
        <FindByMail actionData={actionData} />
      </div>
    </div>
  );
}

function OwnOrders({ orders, now }: { orders: OwnOrder[]; now: string }) {
  const { t } = useTranslation("track");
  const href = useHref();
  const times = useTimes(now);
  return (
    <Card aria-labelledby="own-orders">
      <h2 id="own-orders" className="text-h4">
        {t("here")}
      </h2>
      <p className="text-small text-ink-3">{t("hereWhy")}</p>
      {orders.some(({ state }) => state === null) && <p className="mt-2 text-small text-ink-2">{t("unknownNow")}</p>}
      <ul className="mt-3 divide-y divide-line">
        {orders.map(({ ref, state }) => (
          <li key={ref}>
            <a
              href={href(`/order/${ref}`)}
              aria-label={t("open", { ref: shownRef(ref) })}
              className="flex min-h-14 items-center gap-3 py-2 hover:text-link"
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span>
                  <strong className="figures block text-body-2 font-semibold">{shownRef(ref)}</strong>
                  {state && (
                    <span className="text-small text-ink-3">
                      {t("updated", { time: times.moment(state.updatedAt) })}
                    </span>
                  )}
                </span>
                {state && <StatusBadge status={state.status} step={state.step} waitsFor={state.waitsFor} />}
              </span>
              <ChevronRight size={18} className="shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FindByMail({ actionData }: { actionData: TrackReply | undefined }) {
  const { t } = useTranslation("track");
  const reply = actionData?.reply;
  return (
    <Form id={pageFormId} method="post" noValidate aria-labelledby="find" className="space-y-5">
      <h2 id="find" className="text-h3">
        {t("find")}
      </h2>
      <FormProblem reply={reply} labels={{ ref: t("ref"), email: t("email") }} />
      {actionData?.sent && <Sent />}
      <Field
        name="ref"
        label={t("ref")}
        hint={<TextWithParts text={t("refHint")} parts={{ ref: onOneLine }} />}
        reply={reply}
        required
        maxLength={300}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field name="email" label={t("email")} placeholder={t("emailExample")} reply={reply} required {...emailInput} />
      <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
        {t("submit")}
      </SubmitButton>
    </Form>
  );
}

/** Focused, so that the result is read. */
function Sent() {
  const { t } = useTranslation("track");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1}>
      <Note tone="success" icon={MailCheck}>
        {t("sent")}
      </Note>
    </div>
  );
}
