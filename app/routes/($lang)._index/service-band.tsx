import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import { useCompany } from "../../components/company/company.ts";
import { companyWords } from "../../components/company/company-words.ts";
import { formatDuration, formatTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { CircleCheck, Clock, Landmark, TriangleAlert } from "../../ui/icons/icons.tsx";
import type { ServiceNow } from "./service-now.server.ts";

type ServiceBandProps = { now: ServiceNow; times: PayoutTimes | null };

/** Whether everything works, how long payouts take and who runs the exchange, in one line in the first view. */
export function ServiceBand({ now, times }: ServiceBandProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-1.5 text-small text-ink-2 min-[1000px]:col-span-2 min-[1000px]:row-start-3 min-[1000px]:mt-9 min-[1000px]:border-t min-[1000px]:border-line min-[1000px]:pt-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1.5">
        {now && <StateLink now={now} />}
        {times && <PayoutTime times={times} />}
      </div>
      <CompanyLine />
    </div>
  );
}

/** Without a fresh measurement it says only when the last one was. */
function StateLink({ now }: { now: NonNullable<ServiceNow> }) {
  const { t } = useTranslation("home");
  const lang = useLang();
  const href = useHref();
  const [Icon, colour] = looks[now.state];
  return (
    <a href={href("/status")} className="inline-flex items-center gap-2 py-1 font-semibold text-ink hover:underline">
      <Icon size={18} className={`shrink-0 ${colour}`} />
      {t(textOf(now), { time: formatTime(lang, now.checkedAt) })}
    </a>
  );
}

function textOf({ state, part }: NonNullable<ServiceNow>) {
  const isTrouble = state === "partly" || state === "stopped";
  return isTrouble && part ? (`now.part.${part}.${state}` as const) : (`now.${state}` as const);
}

const looks = {
  works: [CircleCheck, "text-success-700"],
  partly: [TriangleAlert, "text-warning-700"],
  stopped: [TriangleAlert, "text-error-700"],
  unmeasured: [Clock, "text-ink-3"],
} as const;

/** The median in whole minutes: seconds would claim more than it knows. A phone has no room for it in the first view. */
function PayoutTime({ times }: { times: PayoutTimes }) {
  const { t } = useTranslation("home");
  const time = formatDuration(useLang(), Math.max(60, Math.round(times.median_seconds / 60) * 60));
  return (
    <span className="hidden items-center gap-2 min-[1000px]:inline-flex">
      <Clock size={18} className="shrink-0 text-ink-3" />
      {t("payouts.half", { time })}
    </span>
  );
}

/** Its licence where it has one, else its number in the register of companies; example data is not shown as a company's. */
function CompanyLine() {
  const { t } = useTranslation("home");
  const company = useCompany();
  const { company: name, registerNumber, authorisation } = companyWords(company, useLang());
  const url = company.isExample ? null : (company.authorisation?.url ?? company.register.url);
  const registered = authorisation || t("registerNumber", { number: registerNumber });
  return (
    <span className="inline-flex items-center gap-2">
      <Landmark size={18} className="shrink-0 text-ink-3 min-[1000px]:hidden" />
      <span>
        <strong className="font-semibold text-ink">{name}</strong>,{" "}
        {company.isExample ? t("exampleCompany") : registered}{" "}
        {url && (
          <a href={url} rel="noreferrer" className="inline-block py-1 text-link-inline min-[1000px]:ml-2">
            {t("register")}
          </a>
        )}
      </span>
    </span>
  );
}
