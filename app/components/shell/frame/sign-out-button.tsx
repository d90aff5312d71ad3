import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { LogOut } from "../../../ui/icons/icons.tsx";

/** A post, so that no link and no picture can sign anybody out; a plain one, so that everything of the session is gone from the page. */
export function SignOutButton({ className }: { className?: string }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  return (
    <form method="post" action={href("/sign-out")}>
      <button type="submit" className={className}>
        <LogOut size={20} className="shrink-0" />
        {t("member.signOut")}
      </button>
    </form>
  );
}
