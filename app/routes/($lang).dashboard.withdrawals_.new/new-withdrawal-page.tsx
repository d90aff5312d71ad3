import { PageHead } from "../../components/dashboard/page-head.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { DebtNote } from "../../components/wallets/debt-note.tsx";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { WithdrawalSteps } from "../../components/withdrawals/withdrawal-steps.tsx";
import { formatDuration } from "../../i18n/format.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { Clock, Info, Lock } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { AmountForm } from "./amount-form.tsx";
import type { NewWithdrawal } from "./new-withdrawal.ts";
import { Protection } from "./protection.tsx";

/** Amount and address of a withdrawal; or why there can be none now. */
export function NewWithdrawalPage(page: NewWithdrawal) {
  const { t } = useTranslation(["withdrawals", "wallets"]);
  const money = useWalletMoney(page.assets);
  const isOfRewards = page.source === "affiliate";
  const title = isOfRewards
    ? t("new.ofRewards")
    : page.chosen
      ? t("new.title", { symbol: money.symbol(page.chosen) })
      : t("new.plain");
  return (
    <>
      <PageHead
        title={title}
        above={[
          isOfRewards
            ? { name: t("new.earn"), path: "/dashboard/affiliates" }
            : { name: t("wallets:list.title"), path: "/dashboard/wallets" },
        ]}
      />
      {page.frozenUntil ? <Frozen until={page.frozenUntil} now={page.now} /> : <Possible page={page} />}
    </>
  );
}

function Possible({ page }: { page: NewWithdrawal }) {
  const { debts, assets, chosen, isPaused, source, review, answerHours } = page;
  if (debts.length > 0) {
    return (
      <div className="max-w-[35rem] space-y-4">
        {debts.map((wallet) => (
          <DebtNote key={wallet.asset} wallet={wallet} assets={assets} />
        ))}
      </div>
    );
  }
  if (chosen === null) {
    return source === "affiliate" && !isPaused ? (
      <NoRewards isReviewed={review !== null} answerHours={answerHours} />
    ) : (
      <Nothing isPaused={isPaused} />
    );
  }
  return (
    <>
      <WithdrawalSteps current="amount" />
      <Waiting page={page} />
      {source === "affiliate" && <IntoWalletFirst page={page} asset={chosen} />}
      <AmountForm page={page} asset={chosen} />
    </>
  );
}

/** Withdrawals are frozen: until when, why, and what to do if the member did not make the change. */
function Frozen({ until, now }: { until: string; now: string }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const times = useMemberTimes();
  const link = (text: string) => (
    <a href={href("/company/contact-us")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,35rem)_minmax(0,20rem)]">
      <Card main aria-labelledby="frozen" className="space-y-4">
        <span className="grid size-12 place-items-center rounded-full bg-warning-100 text-warning-700">
          <Lock size={24} />
        </span>
        <h2 id="frozen" className="text-h3">
          {t("new.frozenTitle", { time: times.until(until, now) })}
        </h2>
        <p className="text-body-2 text-ink-2">{t("new.frozenText")}</p>
        <p className="text-body-2 text-ink-2">
          <TextWithParts text={t("new.frozenSupport")} parts={{ link }} />
        </p>
        <a href={href("/dashboard/account/password")} className={buttonClass({})}>
          {t("new.password")}
        </a>
      </Card>
      <Protection />
    </div>
  );
}

/** Above the form: where the money is if the withdrawal fails, and what our team reviews first. */
function IntoWalletFirst({ page, asset }: { page: NewWithdrawal; asset: string }) {
  const { review, wallets, assets, answerHours } = page;
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  const href = useHref();
  const money = useWalletMoney(assets);
  const amount = money.text(wallets.find((wallet) => wallet.asset === asset)?.available ?? "0", asset);
  const link = (text: string) => (
    <a href={href("/dashboard/affiliates")} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <Note tone="secondary" icon={Info} className="mb-6 max-w-[35rem]">
      {t("new.rewardsFirst")}
      {review && (
        <span className="mt-2 block">
          <TextWithParts
            text={t("new.rewardsUpTo", { amount, time: formatDuration(lang, answerHours * 3600) })}
            parts={{ link }}
          />
        </span>
      )}
    </Note>
  );
}

function NoRewards({ isReviewed, answerHours }: { isReviewed: boolean; answerHours: number }) {
  const { t } = useTranslation("withdrawals");
  const lang = useLang();
  const href = useHref();
  const act = (
    <a href={href("/dashboard/affiliates")} className={buttonClass({})}>
      {t("new.toRewards")}
    </a>
  );
  return (
    <EmptyState title={t(isReviewed ? "new.reviewedRewards" : "new.noRewards")} action={act}>
      {isReviewed
        ? t("new.reviewedRewardsText", { time: formatDuration(lang, answerHours * 3600) })
        : t("new.noRewardsText")}
    </EmptyState>
  );
}

function Nothing({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const act = (
    <a
      href={href(isPaused ? "/dashboard/wallets" : "/dashboard/wallets/deposit")}
      className={buttonClass({ variant: isPaused ? "outlined" : "filled" })}
    >
      {t(isPaused ? "new.toWallets" : "new.deposit")}
    </a>
  );
  return (
    <EmptyState title={t(isPaused ? "new.paused" : "new.nothing")} action={act}>
      {t(isPaused ? "new.pausedText" : "new.nothingText")}
    </EmptyState>
  );
}

/** One that was begun and not confirmed holds its money. */
function Waiting({ page: { waiting, assets } }: { page: NewWithdrawal }) {
  const { t } = useTranslation("withdrawals");
  const href = useHref();
  const money = useWalletMoney(assets);
  if (!waiting) return null;
  const link = (text: string) => (
    <a href={href(`/dashboard/withdrawals/${waiting.id}`)} className="text-link-inline">
      {text}
    </a>
  );
  return (
    <Note tone="secondary" icon={Clock} className="mb-6 max-w-[35rem]">
      <TextWithParts text={t("new.waiting", { amount: money.text(waiting.amount, waiting.asset) })} parts={{ link }} />
    </Note>
  );
}
