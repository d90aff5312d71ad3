import { Form } from "@remix-run/react";
import type { Order } from "../../../../contract/order/order.ts";
import { type Assets, isAccount } from "../../../components/summary/assets.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { FlaskConical } from "../../../ui/icons/icons.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { sandboxChoices } from "./sandbox-choices.ts";

/** Simulates payer and network, on sandbox rails only. */
export function SandboxPanel({ order, assets, texts }: { order: Order; assets: Assets; texts: OrderTexts }) {
  const { t } = useTranslation("order");
  const href = useHref();
  const events = sandboxChoices(order, isAccount(assets[order.from.asset]));
  const due = texts.money.text(order.due?.amount ?? order.from.amount, order.from.asset);
  return (
    <section
      aria-labelledby="sandbox"
      className="no-print space-y-3 rounded-card border border-dashed border-secondary-500 bg-secondary-50 p-4 lg:p-6"
    >
      <h2 id="sandbox" className="flex items-center gap-2.5 text-h4">
        <FlaskConical size={20} className="text-secondary-700" />
        {t("sandbox.title")}
      </h2>
      {events.length > 0 && (
        <>
          <p className="text-small">{t("sandbox.how")}</p>
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            {events.map((event) => (
              <SubmitButton key={event} intent={`sandbox:${event}`} size="small">
                {t(`sandbox.${event}`, { due })}
              </SubmitButton>
            ))}
          </Form>
        </>
      )}
      <p className="text-small">
        <a href={href("/mailbox")} className="inline-block py-1 text-link-inline">
          {t("sandbox.mailbox")}
        </a>
      </p>
    </section>
  );
}
