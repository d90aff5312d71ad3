import { useTranslation } from "react-i18next";
import type { ExchangePage } from "../../../contract/pairs.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/link-button.tsx";

/** Stands where the calculator would: what does not work, what still does, and the way on. */
export function Unavailable({ page }: { page: ExchangePage }) {
  const { t } = useTranslation("calculator");
  const address = useHref();
  return (
    <section aria-labelledby="unavailable" className="max-w-text rounded-main border border-line bg-surface p-6">
      <h2 id="unavailable" className="text-h3">
        {t("unavailable.title")}
      </h2>
      <p className="mt-2 text-body-2 text-ink-2">{t("unavailable.text")}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <LinkButton variant="filled" to={address(`/exchange/${page}`)} reloadDocument>
          {t("unavailable.again")}
        </LinkButton>
        <LinkButton to={address("/track")}>{t("unavailable.track")}</LinkButton>
      </p>
    </section>
  );
}
