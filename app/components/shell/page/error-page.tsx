import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { BigFigures } from "./big-figures.tsx";
import { WithEmailLink } from "./with-email-link.tsx";

type Kind = "errorPage" | "refused" | "tooLarge" | "tooMany" | "unread" | "broken" | "unavailable";

/** The page for all errors, with the matching HTTP status. */
export function ErrorPage() {
  const { t } = useTranslation("errors");
  const href = useHref();
  const site = useSite();
  const status = useStatus();
  const kind = kindOf(status);
  return (
    <div className="page-width flex flex-col items-center py-16 text-center lg:py-24">
      <BigFigures figures={String(status)} />
      <h1 className="mt-10 text-h1">{t(`${kind}.title`)}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t(`${kind}.description`)}</p>
      {kind === "errorPage" && site?.mayBlockCookies && (
        <p className="mt-3 max-w-text text-body text-ink-2">{t("errorPage.cookies")}</p>
      )}
      <div className="mt-8 flex w-full flex-col justify-center gap-3 sm:w-auto sm:flex-row">
        {kind === "unavailable" && site && (
          <a href={site.address} className={buttonClass({ variant: "filled", size: "large" })}>
            {t("tryAgain")}
          </a>
        )}
        <a
          href={href("/")}
          className={buttonClass({ variant: kind === "unavailable" ? "outlined" : "filled", size: "large" })}
        >
          {t("errorPage.goHome")}
        </a>
        <a href={href("/track")} className={buttonClass({ size: "large" })}>
          {t("findOrder")}
        </a>
      </div>
      <p className="mt-6 text-small [overflow-wrap:anywhere] text-ink-3">
        {kind === "errorPage" ? (
          t("errorPage.notFound", { path: site?.pathname ?? "" })
        ) : (
          <WithEmailLink text={t("support", { email: site?.supportEmail ?? "" })} />
        )}
      </p>
    </div>
  );
}

export function ErrorTitle() {
  const { t } = useTranslation("errors");
  const brand = useSite()?.brand ?? "";
  return (
    <>
      <title>{`${t(`${kindOf(useStatus())}.title`)} · ${brand}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** An error that is not a response is a bug (500); a page that replaces itself has no error. */
function useStatus(): number {
  const error = useRouteError();
  if (error === undefined || error === null) return 503;
  return isRouteErrorResponse(error) ? error.status : 500;
}

function kindOf(status: number): Kind {
  if (status === 404 || status === 410) return "errorPage";
  if (status === 403) return "refused";
  if (status === 411 || status === 413) return "tooLarge";
  if (status === 429) return "tooMany";
  if (status < 500) return "unread";
  return status >= 502 ? "unavailable" : "broken";
}
