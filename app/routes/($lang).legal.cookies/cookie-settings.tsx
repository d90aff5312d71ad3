import type { ReactNode } from "react";
import { useConsent } from "../../components/shell/consent/consent.ts";
import { formatDateTime, formatDuration, formatList } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import type { PartnerAnswer } from "../../partners/partner-answer.ts";
import { cookieSeconds } from "../../settings/cookie-lifetimes.ts";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

const needed = [
  ["orders, tickets", cookieSeconds.orders],
  ["session", cookieSeconds.remembered],
  ["pending, kept-form", cookieSeconds.pending],
  ["authenticator", cookieSeconds.authenticator],
  ["frozen", cookieSeconds.frozen],
  ["check", cookieSeconds.check],
  ["google, google-nonce", cookieSeconds.googleNonce],
  ["i18n_redirected, theme, zone", cookieSeconds.choice],
  ["hint", cookieSeconds.hint],
  ["consent, partner-answer", cookieSeconds.consent],
] as const;

const daySeconds = 86_400;

/**
 * Every cookie with its time, and the choice about those that are not needed. `partner`: null without a partner programme.
 * Works without scripts.
 */
export function CookieSettings({ partner }: { partner: PartnerAnswer | null }) {
  const { t } = useTranslation("cookies");
  const lang = useLang();
  const { address = "/" } = useSite() ?? {};
  const consent = useConsent();
  const { statistics = [] } = consent ?? {};
  const time = (seconds: number) => t("settings.upTo", { time: formatDuration(lang, seconds) });
  const services = formatList(
    lang,
    statistics.map(({ name }) => name),
  );
  const cookies = statistics.flatMap((service) => service.cookies);
  const isAsked = [consent?.answer ?? "signal", partner ?? "signal"].some((answer) => answer !== "signal");
  return (
    <form method="post" action="/consent" className="page-width max-w-[60rem] py-10 lg:py-14">
      <input type="hidden" name="returnTo" value={address} />
      <input type="hidden" name="by" value="settings" />
      <h1 className="text-h1">{t("settings.heading")}</h1>
      <State partner={partner} />
      <div className="mt-6 divide-y divide-line rounded-card border border-line bg-surface">
        <Group title={t("settings.needed.title")} text={t("settings.needed.text")} state={t("settings.needed.state")}>
          {needed.map(([name, seconds]) => (
            <Cookie key={name} name={name} time={time(seconds)} />
          ))}
        </Group>
        {consent && (
          <Group
            title={t("settings.statistics.title")}
            text={t("settings.statistics.text", { services })}
            state={
              <Allow
                name="statistics"
                label={`${t("settings.statistics.allow")}: ${t("settings.statistics.title")}`}
                answer={consent.answer}
              />
            }
          >
            {cookies.map(({ name, days }) => (
              <Cookie key={name} name={name} time={time(days * daySeconds)} />
            ))}
            {cookies.length === 0 && <Cookie name={t("settings.statistics.none")} time="" />}
          </Group>
        )}
        {partner && (
          <Group
            title={t("settings.partner.title")}
            text={t("settings.partner.text")}
            state={
              <Allow
                name="partner"
                label={`${t("settings.statistics.allow")}: ${t("settings.partner.title")}`}
                answer={partner}
              />
            }
          >
            <Cookie name="partner" time={time(cookieSeconds.partner)} />
          </Group>
        )}
      </div>
      {isAsked && (
        <div className="mt-4 flex flex-col gap-3 sm:flex-row">
          <button type="submit" name="answer" value="chosen" className={buttonClass({ variant: "filled" })}>
            {t("settings.save")}
          </button>
          <button type="submit" name="answer" value="no" className={buttonClass({ variant: "outlined" })}>
            {t("settings.only")}
          </button>
          <button type="submit" name="answer" value="yes" className={buttonClass({ variant: "outlined" })}>
            {t("settings.all")}
          </button>
        </div>
      )}
    </form>
  );
}

/** What is in force, and since when. */
function State({ partner }: { partner: PartnerAnswer | null }) {
  const { t } = useTranslation("cookies");
  const lang = useLang();
  const consent = useConsent();
  const days = formatDuration(lang, cookieSeconds.consent);
  const words = () => {
    if (!consent && !partner) return t("settings.nothing");
    if (consent?.answer === "signal" || partner === "signal") return t("settings.signal");
    if (!consent?.at) return partner === "yes" || partner === "no" ? t("settings.change") : t("settings.asked");
    return t("settings.chosen", { time: formatDateTime(lang, consent.at.toISOString()), days });
  };
  return <p className="mt-3 max-w-text text-body-2 text-ink-2">{words()}</p>;
}

/** The box of one choice. Its label names the choice, since the same word stands at each. */
function Allow({ name, label, answer }: { name: string; label: string; answer: PartnerAnswer }) {
  const { t } = useTranslation("cookies");
  return (
    <label className="inline-flex min-h-11 items-center gap-2 sm:min-h-6">
      <input
        type="checkbox"
        name={name}
        aria-label={label}
        defaultChecked={answer === "yes"}
        disabled={answer === "signal"}
        className="size-6 accent-primary-700"
      />
      {t("settings.statistics.allow")}
    </label>
  );
}

function Group({
  title,
  text,
  state,
  children,
}: {
  title: string;
  text: string;
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-x-8 gap-y-3 p-4 sm:grid-cols-[1fr_1fr_7rem] sm:px-6 sm:py-5">
      <div>
        <h2 className="text-body-2 font-semibold">{title}</h2>
        <p className="mt-1 text-small text-ink-2">{text}</p>
      </div>
      <dl className="text-small text-ink-2">{children}</dl>
      <div className="text-small text-ink-2 sm:text-right">{state}</div>
    </section>
  );
}

function Cookie({ name, time }: { name: string; time: string }) {
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt className="break-words">{name}</dt>
      <dd className="whitespace-nowrap">{time}</dd>
    </div>
  );
}
