import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import { type Assets, placeOf } from "../../components/summary/assets.ts";
import { formatDateTime, formatList } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";

type Reconciled = NonNullable<ServiceStatus["reconciled"]>[number];

/** Until when the books and a network agreed, where the exchange publishes that; what was compared, and what that does not show. */
export function ReconciledNote({ status: { reconciled }, assets }: { status: ServiceStatus; assets: Assets }) {
  const { t } = useTranslation("status");
  const lang = useLang();
  if (!reconciled || reconciled.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="text-body-2 font-semibold">{t("reconciled.title")}</h3>
      {reconciled.map((comparison) => (
        <div key={comparison.assets.join()} className="mt-1 space-y-1 text-body-2">
          <Outcome reconciled={comparison} />
          <p className="text-small text-ink-2">
            {t("reconciled.compared", {
              assets: formatList(
                lang,
                comparison.assets.map((asset) => nameOf(assets, asset)),
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
  const matched = matched_at && { time: formatDateTime(lang, matched_at) };
  return (
    <>
      {!agrees && <p>{t("reconciled.differs", { time: formatDateTime(lang, compared_at) })}</p>}
      {matched && matched_block === null && <p>{t("reconciled.untilTime", matched)}</p>}
      {matched && matched_block !== null && (
        <p>{t("reconciled.untilBlock", { ...matched, block: String(matched_block) })}</p>
      )}
    </>
  );
}

function nameOf(assets: Assets, asset: string): string {
  const facts = assets[asset];
  return facts ? `${facts.symbol} ${placeOf(facts)}` : asset;
}
