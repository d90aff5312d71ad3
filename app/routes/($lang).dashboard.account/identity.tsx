import type { MemberProfile } from "../../../contract/member/member.ts";
import { MemberPicture } from "../../components/shell/frame/member-picture.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { CircleCheck, MailWarning } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

const act = "inline-flex min-h-11 items-center text-small font-semibold text-link hover:underline lg:min-h-8";

/** Picture and email: each has its own page to change it. */
export function Identity({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation("account");
  const href = useHref();
  const { name, email, avatar_url: picture } = profile;
  const isVerified = profile.email_verified === 1;
  return (
    <div className="flex items-center gap-4">
      <MemberPicture member={{ name, email, picture }} size="medium" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body font-semibold [overflow-wrap:anywhere]">
          <span className="sr-only">{t("profile.email")}: </span>
          {email}
          <Badge tone={isVerified ? "success" : "secondary"} icon={isVerified ? CircleCheck : MailWarning}>
            {t(isVerified ? "profile.verified" : "profile.unverified")}
          </Badge>
        </p>
        <p className="flex flex-wrap gap-x-5">
          <a href={href("/dashboard/account/email")} className={act}>
            {t("profile.changeEmail")}
          </a>
          <a href={href("/dashboard/account/picture")} className={act}>
            {t(picture ? "profile.changePicture" : "profile.addPicture")}
          </a>
        </p>
      </div>
    </div>
  );
}
