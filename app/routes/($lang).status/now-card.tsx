import { type PartState, partStates } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { formatDay } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Check, type IconComponent, TriangleAlert } from "../../ui/icons/icons.tsx";
import { IncidentText } from "./incidents.tsx";
import { PartRow } from "./part-row.tsx";
import type { StatusParts } from "./status-page.server.ts";

type Head = PartState | "unreachable";
const looks: Record<Head, { icon: IconComponent; box: string }> = {
  works: { icon: Check, box: "bg-success-100 text-success-700" },
  partly: { icon: TriangleAlert, box: "bg-warning-100 text-warning-700" },
  stopped: { icon: TriangleAlert, box: "bg-error-100 text-error-700" },
  unreachable: { icon: TriangleAlert, box: "bg-error-100 text-error-700" },
};

const explanations = {
  works: "now.measured",
  partly: "now.partlyText",
  stopped: "now.stoppedText",
  unreachable: "now.unreachableText",
} as const satisfies Record<Head, string>;

/** How it works now, what is wrong, and every part by day. */
export function NowCard({ page: { status, isCurrent } }: { page: StatusParts }) {
  const { t } = useTranslation("status");
  const known = partStates.find((state) => state === status?.state) ?? "works";
  const head: Head = isCurrent ? known : "unreachable";
  const { icon: Icon, box } = looks[head];
  const open = status?.incidents.filter(({ ended_at }) => ended_at === null) ?? [];
  return (
    <Card main className="!p-0">
      <div className="flex items-center gap-4 p-4 lg:px-6">
        <span className={classNames("flex h-12 w-12 shrink-0 items-center justify-center rounded-full", box)}>
          <Icon size={24} />
        </span>
        <div>
          <h2 className="text-h4">{t(`now.${head}`)}</h2>
          <p className="text-small text-ink-2">{t(explanations[head])}</p>
        </div>
      </div>
      {open.map((incident) => (
        <IncidentText key={incident.id} incident={incident} />
      ))}
      {status && <Parts status={status} />}
    </Card>
  );
}

function Parts({ status: { parts } }: { status: ServiceStatus }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const [first, last] = [parts[0]?.days[0]?.day, parts[0]?.days.at(-1)?.day];
  if (!first || !last) return <p className="border-t border-line p-4 text-body-2 text-ink-2 lg:px-6">{t("none")}</p>;
  return (
    <>
      {parts.map((part) => (
        <PartRow key={part.part} part={part} />
      ))}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line p-4 text-small text-ink-2 lg:px-6">
        <span>{t("days", { from: formatDay(lang, first), to: formatDay(lang, last) })}</span>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          <Legend className="h-4 bg-success-500" text={t("legend.works")} />
          <Legend className="h-3 bg-warning-500" text={t("legend.partly")} />
          <Legend className="h-2 bg-error-500" text={t("legend.stopped")} />
          <Legend className="h-4 border border-ink-3" text={t("legend.unknown")} />
        </ul>
      </div>
    </>
  );
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <li className="flex items-end gap-2">
      <span aria-hidden="true" className={classNames("mb-0.5 w-1.5", className)} />
      {text}
    </li>
  );
}
