import { useHref } from "../../i18n/use-lang.ts";
import { useCompany } from "../company/company.ts";

/** The links that legal texts and answers name: `<terms>the terms</terms>`. */
export function useLegalLinks() {
  const href = useHref();
  const { privacy } = useCompany();
  const targets = {
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
  const links = Object.entries(targets).map(([name, target]) => [name, (text: string) => link(target, text)]);
  return { ...Object.fromEntries(links), email: mailLink, privacyEmail: mailLink };
}

/** Mails to the address that the text shows: an old version has the one of its time. */
const mailLink = (address: string) => link(`mailto:${address}`, address);

function link(target: string, text: string) {
  return (
    <a href={target} className="text-link-inline">
      {text}
    </a>
  );
}
