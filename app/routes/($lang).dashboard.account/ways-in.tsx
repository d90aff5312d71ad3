import type { MemberProfile } from "../../../contract/member/member.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";

/** The sign-in methods of the account; nothing where Google is not configured and was never linked. */
export function SignInMethods({ methods }: { methods: MemberProfile["sign_in"] }) {
  const { t } = useTranslation("account");
  const canLink = Boolean(useSite()?.google);
  if (!methods.google && !canLink) return null;
  const method = methods.google ? (methods.password ? "both" : "google") : "password";
  return <p className="text-body-2 text-ink-2">{t(`profile.waysIn.${method}`)}</p>;
}
