import { isPrivatePath } from "../../../http/paths/page-rules.ts";
import { formatList } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref, useLang } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { useConsent } from "./consent.ts";

/**
 * Asks once whether statistics may be loaded, and blocks nothing: under the header, and at the bottom of a tall window,
 * where it covers no calculator. Both answers look the same; a page without an answer is one with a No.
 */
export function ConsentBanner() {
  const { t } = useTranslation("cookies");
  const site = useSite();
  const consent = useConsent();
  const href = useHref();
  const lang = useLang();
  if (!site || consent?.answer !== "ask" || isPrivatePath(site.path) || site.path === "/legal/cookies") return null;
  const services = formatList(
    lang,
    consent.statistics.map(({ name }) => name),
  );
  const answerClass = buttonClass({ variant: "outlined" });
  return (
    <section aria-labelledby="consent" className="consent page-width print:hidden">
      <form
        method="post"
        action="/consent"
        className="rounded-card border border-line bg-surface p-4 shadow-e2 lg:flex lg:items-center lg:gap-6 lg:px-6"
      >
        <input type="hidden" name="returnTo" value={site.address} />
        <input type="hidden" name="by" value="banner" />
        <div className="min-w-0 flex-1">
          <h2 id="consent" className="text-body-2 font-semibold">
            {t("banner.title", { services })}
          </h2>
          <p className="mt-1 text-small text-ink-2">
            {t("banner.text", { services })}{" "}
            <a href={`${href("/legal/privacy-policy")}#cookies`} className="text-link-inline">
              {t("banner.more")}
            </a>
          </p>
        </div>
        <div className="mt-3 grid grid-cols-2 gap-3 lg:mt-0 lg:w-[15rem]">
          <button type="submit" name="answer" value="no" className={answerClass}>
            {t("banner.no")}
          </button>
          <button type="submit" name="answer" value="yes" className={answerClass}>
            {t("banner.yes")}
          </button>
        </div>
        <a
          href={href("/legal/cookies")}
          className="mt-1 flex min-h-11 items-center justify-center text-body-2 font-semibold text-link hover:underline lg:mt-0"
        >
          {t("banner.choose")}
        </a>
      </form>
    </section>
  );
}
