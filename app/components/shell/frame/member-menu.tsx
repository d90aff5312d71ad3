import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { LifeBuoy, MailCheck, TicketPercent } from "../../../ui/icons/icons.tsx";
import type { ShownMember } from "../member.ts";
import { PhoneMenu } from "./phone-menu.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

/** What the members' bottom bar has no room for. */
export function MemberMenu({ member }: { member: ShownMember }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  const entry = "menu-item w-full gap-3 text-left";
  return (
    <PhoneMenu>
      {member.hasAffiliates && (
        <li>
          <a href={href("/dashboard/affiliates")} className={entry}>
            <TicketPercent size={20} className="shrink-0" />
            {t("member.affiliates")}
          </a>
        </li>
      )}
      <li>
        <a href={href("/dashboard/support")} className={entry}>
          <MailCheck size={20} className="shrink-0" />
          {t("member.support")}
        </a>
      </li>
      <li>
        <a href={href("/legal/faq")} className={entry}>
          <LifeBuoy size={20} className="shrink-0" />
          {t("link.help")}
        </a>
      </li>
      <li>
        <SignOutButton className={entry} />
      </li>
    </PhoneMenu>
  );
}
