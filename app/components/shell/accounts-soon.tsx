import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/button-class.ts";

export type AccountPageName = "signIn" | "signUp" | "reset" | "twoFactor";

/** The pages of accounts until there are any: says so, and what works without one. */
export function AccountsSoon({ name }: { name: AccountPageName }) {
  const { t } = useTranslation("content");
  const href = useHref();
  return (
    <div className="page-width py-10 lg:py-14">
      <h1 className="text-h1">{t(`accounts.heading.${name}`)}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t("accounts.lead")}</p>
      <h2 className="mt-9 text-h3">{t("accounts.works")}</h2>
      <ul className="mt-3 grid gap-2 text-body">
        {t("accounts.list", { returnObjects: true }).map((item) => (
          <li key={item} className="flex gap-3">
            <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-success-700" />
            {item}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <a href={href("/exchange/usdt-to-paypal")} className={buttonClass({ variant: "filled", size: "large" })}>
          {t("accounts.start")}
        </a>
        <a href={href("/track")} className={buttonClass({ size: "large" })}>
          {t("accounts.track")}
        </a>
      </div>
    </div>
  );
}
