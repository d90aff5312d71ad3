import type { MemberProfile } from "../../../contract/member/member.ts";
import { acceptedTermsPath } from "../../components/legal/accepted-terms-path.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { Download, ReceiptText, UserX } from "../../ui/icons/icons.tsx";

/** What we keep about the member: to download, to read, and to close. */
export function DataLinks({ accepted }: Pick<MemberProfile, "accepted">) {
  const { t } = useTranslation("account");
  const lang = useLang();
  const href = useHref();
  const links = [
    { path: "/dashboard/account/export", icon: Download, text: t("safety.export") },
    ...(accepted
      ? [
          {
            path: acceptedTermsPath(accepted),
            icon: ReceiptText,
            text: t("safety.terms", { version: formatDate(lang, accepted.terms_version) }),
          },
        ]
      : []),
    { path: "/dashboard/account/close", icon: UserX, text: t("safety.close") },
  ];
  return (
    <ul aria-label={t("safety.yours")} className="flex flex-wrap gap-x-8 gap-y-1">
      {links.map(({ path, icon: Icon, text }) => (
        <li key={path}>
          <a
            href={href(path)}
            className="inline-flex min-h-11 items-center gap-2.5 text-small font-semibold text-link hover:underline"
          >
            <Icon size={18} className="shrink-0 text-ink-2" />
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
