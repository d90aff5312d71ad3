import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { formatDateTime, formatList } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { StatusParts } from "./status-page.server.ts";

type Reconciled = NonNullable<ServiceStatus["reconciled"]>[number];

/** Until when the books and a network agreed, where the exchange publishes that; what was compared, and what that does not show. */
export function ReconciledNote({ status: { reconciled }, page }: { status: ServiceStatus; page: StatusParts }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  if (!reconciled || reconciled.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="text-body-2 font-semibold">{t("reconciled.title")}</h3>
      {reconciled.map((one) => (
        <div key={one.assets.join()} className="mt-1 space-y-1 text-body-2">
          <Outcome reconciled={one} />
          <p className="text-small text-ink-2">
            {t("reconciled.compared", {
              assets: formatList(
                lang,
                one.assets.map((asset) => nameOf(page, asset)),
              ),
            })}
          </p>
        </div>
      ))}
      <p className="mt-2 text-small text-ink-3">{t("reconciled.limits")}</p>
    </div>
  );
}

function Outcome({ reconciled: { agrees, compared_at, matched_at, matched_block } }: { reconciled: Reconciled }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  const time = formatDateTime(lang, compared_at);
  const until =
    matched_at === null
      ? null
      : matched_block === null
        ? t("reconciled.untilTime", { time: formatDateTime(lang, matched_at) })
        : t("reconciled.untilBlock", { block: String(matched_block), time: formatDateTime(lang, matched_at) });
  if (agrees) return <p>{until}</p>;
  return (
    <>
      <p>{t("reconciled.differs", { time })}</p>
      {until && <p>{until}</p>}
    </>
  );
}

function nameOf({ assets }: StatusParts, asset: string): string {
  const facts = assets[asset];
  return facts ? `${facts.symbol} ${placeOf(facts)}` : asset;
}
