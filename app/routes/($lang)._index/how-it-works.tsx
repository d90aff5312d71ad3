import type { ReactNode } from "react";
import type { CalculatorState } from "../../components/calculator/calculator.server.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Check, Copy, Lock } from "../../ui/icons/icons.tsx";
import { Section } from "./section.tsx";

const steps = ["quote", "pay", "arrive"] as const;

/** Three steps, each with a small picture of the page. Its figures are the calculator's own. */
export function HowItWorks({ state }: { state: CalculatorState }) {
  const { t } = useTranslation("home");
  const pictures = { quote: <QuotePicture state={state} />, pay: <AddressPicture />, arrive: <ArrivalPicture /> };
  return (
    <Section title={t("how.title")} band>
      <ol className="grid gap-x-8 gap-y-8 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li key={step}>
            <div
              aria-hidden="true"
              className="mb-5 flex min-h-[9rem] flex-col justify-center rounded-card border border-line bg-page px-5 py-4 text-body-2"
            >
              {pictures[step]}
            </div>
            <h3 className="text-h3">
              <span className="mr-2 text-ink-3">{index + 1}</span>
              {t(`how.${step}.title`)}
            </h3>
            <p className="mt-1 text-body text-ink-2">{t(`how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function QuotePicture({ state }: { state: CalculatorState }) {
  const { t } = useTranslation(["home", "summary"]);
  const data = state.status === "open" ? state.data : null;
  const money = useMoney(data?.market.assets ?? {});
  const amounts = data?.quote && [
    { label: t("summary:send"), text: money.text(data.quote.from.amount, data.input.from) },
    { label: t("summary:get"), text: money.text(data.quote.to.amount, data.input.to) },
  ];
  return (
    <>
      {amounts?.map(({ label, text }) => (
        <span key={label} className="flex justify-between gap-4 py-1">
          <span className="text-ink-2">{label}</span>
          <strong className="figures font-semibold">{text}</strong>
        </span>
      ))}
      <Caption icon={<Lock size={15} />}>{t("how.held")}</Caption>
    </>
  );
}

/** An address without characters: a visitor might send money to one that looks real. */
function AddressPicture() {
  const { t } = useTranslation("home");
  const groups = ["T•••", "••••", "••••", "••••", "••••", "••••", "••••", "••••", "••"];
  return (
    <>
      <span className="flex flex-wrap gap-x-2.5 text-h3 font-normal tracking-normal text-ink-2">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes.
          <span key={index} className={index === 0 || index > 6 ? "font-semibold text-ink" : undefined}>
            {group}
          </span>
        ))}
      </span>
      <Caption icon={<Copy size={15} />}>{t("how.copy")}</Caption>
    </>
  );
}

function ArrivalPicture() {
  const { t } = useTranslation("home");
  return [t("how.seen"), t("how.final"), t("how.sent")].map((line) => (
    <span key={line} className="flex items-center gap-3 py-1">
      <span className="grid size-5 place-items-center rounded-full bg-success-100 text-success-700">
        <Check size={13} className="icon-bold" />
      </span>
      {line}
    </span>
  ));
}

function Caption({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="mt-2 flex items-center gap-2 text-small text-ink-3">
      {icon}
      {children}
    </span>
  );
}
