import { useHref } from "../../i18n/use-lang.ts";
import { useCompany } from "../company/company.ts";
import { useSite } from "../shell/site.ts";

/** The links that legal texts and answers name: `<terms>the terms</terms>`. */
export function useLegalLinks() {
  const href = useHref();
  const { privacy } = useCompany();
  const email = useSite()?.supportEmail ?? "";
  const targets = {
    email: `mailto:${email}`,
    privacyEmail: `mailto:${privacy.contact}`,
    authority: privacy.authority.url,
    complaints: `${href("/company/contact-us")}#complaints`,
    about: href("/company/about"),
    track: href("/track"),
    terms: href("/legal/terms"),
    aml: href("/legal/aml-kyc"),
    privacy: href("/legal/privacy-policy"),
    cookies: href("/legal/cookies"),
    export: href("/dashboard/account/export"),
    account: href("/dashboard/account"),
    close: href("/dashboard/account/close"),
    earn: href("/earn"),
  };
  return Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, linkTo(target)]));
}

function linkTo(target: string) {
  return (text: string) => (
    <a href={target} className="text-link-inline">
      {text}
    </a>
  );
}
