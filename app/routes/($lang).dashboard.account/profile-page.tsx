import type { MemberProfile } from "../../../contract/member/member.ts";
import type { Done } from "../../components/account/done.ts";
import { DoneNote } from "../../components/account/done-note.tsx";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { SignOutButton } from "../../components/shell/frame/sign-out-button.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { DataLinks } from "./data-links.tsx";
import { Identity } from "./identity.tsx";
import { LoyaltyCard } from "./loyalty-card.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SignInMethods } from "./ways-in.tsx";

type ProfilePageProps = {
  profile: MemberProfile;
  zones: string[];
  /** Null where the browser has not told it. */
  browserZone: string | null;
  done: Done | null;
  restoredForm: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function ProfilePage({ profile, zones, browserZone, done, restoredForm, reply }: ProfilePageProps) {
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead title={t("title")} />
      <DoneNote done={done} />
      <Identity profile={profile} />
      <div className="mt-5 space-y-9">
        <SecurityCard profile={profile} />
        <section aria-labelledby="about" className="space-y-4">
          <h2 id="about" className="text-h3">
            {t("profile.details")}
          </h2>
          <SignInMethods methods={profile.sign_in} />
          <ProfileFields
            profile={profile}
            zones={zones}
            browserZone={browserZone}
            restoredForm={restoredForm}
            reply={reply}
          />
        </section>
        {profile.loyalty && <LoyaltyCard loyalty={profile.loyalty} />}
        <DataLinks accepted={profile.accepted} />
        {/* On desktops it is in the navigation. */}
        <div className="lg:hidden">
          <SignOutButton className={buttonClass({})} />
        </div>
      </div>
    </>
  );
}
