import type { AffiliateReferral } from "../../../contract/affiliate/affiliate-history.ts";
import { referralReasons } from "../../../contract/affiliate/affiliate-lists.ts";
import { PairPicture, PairText } from "../../components/rates/pair-name.tsx";
import { formatDay, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import type { Partner, Programme } from "./affiliates-page.server.ts";
import { ReferralBadge } from "./referral-badge.tsx";
import { useRewardMoney } from "./use-reward-money.ts";

type ReferralsCardProps = { partner: Partner; assets: Programme["assets"] };

/** Each order that came through the partner: whether it counts, and why not. It tells nothing of its customer. */
export function ReferralsCard({ partner, assets }: ReferralsCardProps) {
  const { t } = useTranslation("affiliates");
  const href = useHref();
  const { referrals, nextCursor } = partner;
  return (
    <Card aria-labelledby="orders" className="px-0 pb-0 lg:px-0 lg:pb-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 px-4 lg:px-6">
        <h2 id="orders" className="text-h4">
          {t("orders.title")}
        </h2>
        {referrals.length > 0 && (
          <a href={href("/dashboard/affiliates.csv")} className={buttonClass({ size: "small" })}>
            {t("orders.csv")}
          </a>
        )}
      </div>
      {referrals.length === 0 ? (
        <p className="px-4 pb-5 text-body-2 text-ink-2 lg:px-6">{t("orders.none")}</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {referrals.map((referral) => (
            <Row key={referral.id} referral={referral} assets={assets} />
          ))}
        </ul>
      )}
      {nextCursor && (
        <p className="border-t border-line px-4 py-3 lg:px-6">
          <a
            href={href(`/dashboard/affiliates?cursor=${nextCursor}#orders`)}
            rel="next"
            className={buttonClass({ size: "small" })}
          >
            {t("orders.older")}
          </a>
        </p>
      )}
    </Card>
  );
}

function Row({ referral, assets }: { referral: AffiliateReferral; assets: Programme["assets"] }) {
  const lang = useLang();
  const money = useRewardMoney(assets, referral.reward?.asset ?? "");
  const pair = { from: referral.from_asset, to: referral.to_asset };
  const words = useReferralWords()(referral);
  const isEarned = referral.state !== "not_counted" && referral.reward !== null;
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1.5 px-4 py-3.5 lg:grid-cols-[4.5rem_auto_minmax(7rem,1fr)_1.6fr_7.5rem] lg:gap-x-4 lg:px-6">
      <span className="figures hidden text-small text-ink-2 lg:block">{formatDay(lang, referral.day)}</span>
      <PairPicture pair={pair} assets={assets} />
      <span className="min-w-0">
        <span className="block text-body-2">
          <PairText pair={pair} assets={assets} />
        </span>
        <span className="block text-small text-ink-3">
          <span className="block lg:hidden">{formatDay(lang, referral.day)}</span>
          <Band band={referral.amount_band} />
        </span>
      </span>
      <span className="order-last col-span-3 flex flex-wrap items-center gap-x-3 gap-y-1 lg:order-none lg:col-span-1">
        <ReferralBadge state={referral.state} />
        <span className="text-small text-ink-2">{words}</span>
      </span>
      <span className={`figures text-right ${referral.state === "counted" ? "font-semibold text-success-700" : ""}`}>
        {isEarned && referral.reward ? `+${money.text(referral.reward.amount)}` : "0"}
      </span>
    </li>
  );
}

function Band({ band }: { band: AffiliateReferral["amount_band"] }) {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  if (!band) return null;
  const from = formatMoney(lang, band.from_usd, "USD");
  if (band.to_usd === null) return <>{t("orders.above", { from })}</>;
  return <>{t("orders.band", { from, to: formatMoney(lang, band.to_usd, "USD") })}</>;
}

/** Why an order counts or not, and when its reward is ready. */
function useReferralWords(): (referral: AffiliateReferral) => string {
  const { t } = useTranslation("affiliates");
  const lang = useLang();
  return ({ state, reason, reward }) => {
    const referralReason = referralReasons.find((candidate) => candidate === reason);
    if (referralReason) return t(`reason.${referralReason}`);
    if (state === "disputed") return t("words.disputed");
    if (state === "open") return t("words.open");
    const day = reward?.ready_on;
    if (!day) return "";
    return t(state === "counted" ? "words.since" : "words.from", { day: formatDay(lang, day) });
  };
}
