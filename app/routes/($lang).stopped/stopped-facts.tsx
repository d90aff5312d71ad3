import type { ReactNode } from "react";
import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { type IconComponent, Lock, MonitorSmartphone, Send, X } from "../../ui/icons/icons.tsx";
import { CancelledMoney } from "./cancelled-money.tsx";
import { EndedSessions } from "./ended-sessions.tsx";
import { LeftMoney } from "./left-money.tsx";
import type { StoppedPageProps } from "./stopped-page-props.ts";

/** Four facts, always all of them: what was cancelled, what had left, what is frozen, which sessions ended. */
export function StoppedFacts(page: StoppedPageProps) {
  const { t } = useTranslation("freeze");
  const { freeze } = page;
  const times = useFreezeTimes(freeze.timezone);
  const cancelled = (
    <Fact
      key="cancelled"
      icon={X}
      name={t("stopped.cancelled.name")}
      under={t("stopped.cancelled.at", { time: times.exactOn(freeze.frozen_at, page.now) })}
    >
      <CancelledMoney {...page} />
    </Fact>
  );
  const left = (
    <Fact key="left" icon={Send} name={t("stopped.left.name")}>
      <LeftMoney {...page} />
    </Fact>
  );
  return (
    <dl className="mt-8 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {/* What had left comes first where there is any: that is where the owner has to look. */}
      {freeze.left.length > 0 ? [left, cancelled] : [cancelled, left]}
      <Fact icon={Lock} name={t("stopped.frozen.name")}>
        <p className="font-semibold">{t("stopped.frozen.until", { time: times.dayAndClock(freeze.frozen_until) })}</p>
        <p className="text-small text-ink-2">{t("stopped.frozen.what")}</p>
      </Fact>
      <Fact icon={MonitorSmartphone} name={t("stopped.sessions.name")}>
        <EndedSessions freeze={freeze} now={page.now} />
      </Fact>
    </dl>
  );
}

type FactProps = { icon: IconComponent; name: string; under?: string; children: ReactNode };

function Fact({ icon: Icon, name, under, children }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-3 p-4 lg:grid-cols-[10.5rem_minmax(0,1fr)] lg:p-6">
      <dt className="flex gap-3">
        <Icon size={20} className="mt-0.5 shrink-0 text-ink-2" />
        <span>
          <span className="block text-body-2 font-semibold">{name}</span>
          {under && <span className="block text-small text-ink-3">{under}</span>}
        </span>
      </dt>
      <dd className="min-w-0 space-y-1 text-body-2">{children}</dd>
    </div>
  );
}
