import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { buttonClass } from "../../../ui/buttons/button-class.ts";
import { ChevronDown } from "../../../ui/icons/icons.tsx";
import { type ShownMember, useMember } from "../member.ts";
import { memberLinksFor } from "./navigation.ts";
import { SignOutButton } from "./sign-out-button.tsx";

const entry = "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-body-2 text-ink hover:bg-inset";

/** In the desktop header: sign-in links for guests, a menu for members. */
export function AccountLinks() {
  const member = useMember();
  return (
    <div data-account="" className="ml-2 hidden items-center gap-3 lg:flex">
      {member ? <Menu member={member} /> : <SignInLinks />}
    </div>
  );
}

/** In the phone menu. */
export function PhoneAccountLinks() {
  const member = useMember();
  return (
    <div data-account="" className="mt-3 border-t border-line pt-3">
      {member ? (
        <>
          <p className="truncate px-3 py-1 text-small text-ink-3">{member.email}</p>
          <MemberLinks member={member} />
        </>
      ) : (
        <div className="flex items-center justify-between">
          <SignInLinks />
        </div>
      )}
    </div>
  );
}

function SignInLinks() {
  const { t } = useTranslation("shell");
  const href = useHref();
  return (
    <>
      <a href={href("/sign-in")} className="rounded-sm px-2 py-1.5 text-body-2 font-semibold text-link hover:underline">
        {t("link.signIn")}
      </a>
      <a href={href("/sign-up")} className={`${buttonClass({})} whitespace-nowrap lg:max-[999px]:hidden`}>
        {t("link.signUp")}
      </a>
    </>
  );
}

function Menu({ member }: { member: ShownMember }) {
  const { t } = useTranslation("shell");
  return (
    <details className="group relative">
      <summary className="inline-flex min-h-9 max-w-48 items-center gap-1.5 rounded-sm px-2 text-body-2 font-semibold text-ink hover:bg-inset">
        <span className="sr-only">{t("member.menu")}: </span>
        <span className="truncate">{member.name ?? t("member.account")}</span>
        <ChevronDown size={16} className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="absolute right-0 top-full z-20 mt-1 w-64 rounded-note border border-line bg-surface p-1.5 shadow-e2">
        <p className="truncate px-3 py-2 text-small text-ink-3">{member.email}</p>
        <MemberLinks member={member} />
      </div>
    </details>
  );
}

function MemberLinks({ member }: { member: ShownMember }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  return (
    <ul>
      {memberLinksFor(member).map(({ name, path }) => (
        <li key={name}>
          <a href={href(path)} className={entry}>
            {t(`member.${name}`)}
          </a>
        </li>
      ))}
      <li className="mt-1 border-t border-line pt-1">
        <SignOutButton className={entry} />
      </li>
    </ul>
  );
}
