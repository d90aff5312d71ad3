import CircleCheck from "lucide-react/icons/circle-check";
import MailWarning from "lucide-react/icons/mail-warning";
import { useTranslation } from "react-i18next";
import type { MemberProfile } from "../../../contract/member.ts";
import type { Done } from "../../components/account/done.ts";
import { DoneNote } from "../../components/account/done-note.tsx";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { SignOutButton } from "../../components/shell/sign-out-button.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { SafetyLinks } from "./safety-links.tsx";

type ProfilePageProps = {
  profile: MemberProfile;
  zones: string[];
  done: Done | null;
  kept: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function ProfilePage({ profile, zones, done, kept, reply }: ProfilePageProps) {
  const { t } = useTranslation("account");
  const isVerified = profile.email_verified === 1;
  return (
    <>
      <PageHead title={t("title")} />
      <div className="grid items-start gap-x-12 gap-y-10 min-[1000px]:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="about" className="max-w-text space-y-5">
          <DoneNote done={done} />
          <h2 id="about" className="text-h3">
            {t("profile.details")}
          </h2>
          <dl>
            <dt className="text-body-2 font-semibold">{t("profile.email")}</dt>
            <dd className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body [overflow-wrap:anywhere]">
              {profile.email}
              <Badge tone={isVerified ? "success" : "secondary"} icon={isVerified ? CircleCheck : MailWarning}>
                {t(isVerified ? "profile.verified" : "profile.unverified")}
              </Badge>
            </dd>
          </dl>
          <ProfileFields profile={profile} zones={zones} kept={kept} reply={reply} />
        </section>
        <div className="space-y-4">
          <SafetyLinks profile={profile} />
          {/* On a desk it stands in the navigation. */}
          <div className="lg:hidden">
            <SignOutButton className={buttonClass({})} />
          </div>
        </div>
      </div>
    </>
  );
}
