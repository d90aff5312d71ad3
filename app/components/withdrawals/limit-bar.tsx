import type { WithdrawalLimit } from "../../../contract/balance/withdrawals.ts";
import { isMore } from "../../../contract/values/decimal.ts";
import { formatAmount } from "../../i18n/format.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { leftAfter } from "./left-after.ts";

type LimitBarProps = {
  limit: WithdrawalLimit;
  /** What the withdrawal on the page would use, in US dollars. */
  worth?: string | undefined;
};

/** The day's limit in words and as a bar: used, this one, free; and how to raise it. */
export function LimitBar({ limit, worth = "0" }: LimitBarProps) {
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  const amountText = (amount: string) => formatAmount(lang, amount, 2);
  const day = amountText(limit.day_usd);
  const hasWorth = isMore(worth, "0");
  const used = shareOf(limit.used_usd, limit.day_usd);
  const left = amountText(leftAfter(limit.left_usd, worth));
  return (
    <section aria-labelledby="limit" className="space-y-2 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="limit" className="font-semibold">
          {t("limit.title")}
        </h2>
        <p className="figures text-ink-2">{t(hasWorth ? "limit.leftAfter" : "limit.left", { left, day })}</p>
      </div>
      <svg width="100%" height="8" aria-hidden="true" className="block overflow-hidden rounded-full">
        <rect width="100%" height="8" className="fill-inset" />
        <rect
          width={`${Math.min(100, used + shareOf(worth, limit.day_usd))}%`}
          height="8"
          className="fill-primary-600"
        />
        <rect width={`${used}%`} height="8" className="fill-primary-300" />
      </svg>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ink-3">
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2 rounded-full bg-primary-300" />
          {t("limit.used", { amount: amountText(limit.used_usd) })}
        </li>
        {hasWorth && (
          <li className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 bg-primary-600" />
            {t("limit.this", { amount: amountText(worth) })}
          </li>
        )}
      </ul>
      <LimitRaise limit={limit} />
    </section>
  );
}

/** The way to withdraw more in a day. */
function LimitRaise({ limit }: Pick<LimitBarProps, "limit">) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const lang = useLang();
  const isOwn = limit.raise === "authenticator" && limit.next_day_usd !== null;
  const path = isOwn ? "/dashboard/account/two-factor" : "/company/contact-us";
  const text = isOwn ? t("limit.raise", { next: formatAmount(lang, limit.next_day_usd ?? "0") }) : t("limit.support");
  const link = (words: string) => (
    <a href={href(path)} className="text-link-inline">
      {words}
    </a>
  );
  return (
    <p className="text-ink-2">
      <TextWithParts text={text} parts={{ link }} />
    </p>
  );
}

/** In percent, for the width of a bar only. */
function shareOf(part: string, whole: string): number {
  const share = (Number(part) * 100) / Number(whole);
  return Number.isFinite(share) ? Math.min(100, Math.round(share)) : 0;
}
