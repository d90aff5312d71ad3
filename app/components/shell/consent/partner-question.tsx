import { isPrivatePath } from "../../../http/paths/page-rules.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { useSite } from "../../../site/site.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";

/**
 * Asks a visitor of a partner's link, in one line under the header, whether the partner may be remembered. It does not name
 * the partner: the code is what a stranger wrote into the address. Both answers look the same; no answer is a No.
 */
export function PartnerQuestion() {
  const site = useSite();
  const { t } = useTranslation("cookies");
  if (!site?.asksAboutPartner || isPrivatePath(site.path) || site.path === "/legal/cookies") return null;
  return (
    <form method="post" action="/consent" aria-label={t("partner.label")} className="bg-surface print:hidden">
      <input type="hidden" name="returnTo" value={site.address} />
      <input type="hidden" name="by" value="banner" />
      <div className="border-y border-line">
        <PartnerQuestionLine />
      </div>
    </form>
  );
}

/** The line itself. Partners see it as an example, which can be read and not pressed. */
export function PartnerQuestionLine({ isExample = false }: { isExample?: boolean }) {
  const { t } = useTranslation("cookies");
  const className = buttonClass({ variant: "outlined" });
  return (
    <div className="page-width items-center gap-6 py-3 lg:flex">
      <p className="text-body-2 lg:flex-1">
        <strong className="font-semibold">{t("partner.sent")}</strong> {t("partner.question")}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3 lg:mt-0 lg:w-44">
        {(["yes", "no"] as const).map((answer) =>
          isExample ? (
            <span key={answer} className={className}>
              {t(`banner.${answer}`)}
            </span>
          ) : (
            <button key={answer} type="submit" name="partner" value={answer} className={className}>
              {t(`banner.${answer}`)}
            </button>
          ),
        )}
      </div>
    </div>
  );
}
