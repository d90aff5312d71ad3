import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { LogOut } from "../../../ui/icons/icons.tsx";

/**
 * A POST, so that no link or image can sign a member out; a full page load, so that no session data remains in the page.
 */
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
