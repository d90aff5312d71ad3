import type { MemberProfile } from "../../../contract/member/member.ts";
import type { Done } from "../../components/account/done.ts";
import { DoneNote } from "../../components/account/done-note.tsx";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { SignOutButton } from "../../components/shell/frame/sign-out-button.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { AccountLinks } from "./account-links.tsx";
import { Identity } from "./identity.tsx";
import { LoyaltyCard } from "./loyalty-card.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { SignInMethods } from "./ways-in.tsx";

type ProfilePageProps = {
  profile: MemberProfile;
  zones: string[];
  done: Done | null;
  kept: Record<string, string> | null;
  reply: FormReply | undefined;
};

export function ProfilePage({ profile, zones, done, kept, reply }: ProfilePageProps) {
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead title={t("title")} />
      <div className="grid items-start gap-x-12 gap-y-10 min-[1000px]:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="about" className="max-w-text space-y-5">
          <DoneNote done={done} />
          <h2 id="about" className="text-h3">
            {t("profile.details")}
          </h2>
          <Identity profile={profile} />
          <SignInMethods methods={profile.sign_in} />
          <ProfileFields profile={profile} zones={zones} kept={kept} reply={reply} />
        </section>
        <div className="space-y-4">
          {profile.loyalty && <LoyaltyCard loyalty={profile.loyalty} />}
          <AccountLinks profile={profile} />
          {/* On desktops it is in the navigation. */}
          <div className="lg:hidden">
            <SignOutButton className={buttonClass({})} />
          </div>
        </div>
      </div>
    </>
  );
}
