import BookUser from "lucide-react/icons/book-user";
import ChevronRight from "lucide-react/icons/chevron-right";
import History from "lucide-react/icons/history";
import KeyRound from "lucide-react/icons/key-round";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslation } from "react-i18next";
import type { MemberProfile } from "../../../contract/member.ts";
import { useHref } from "../../i18n/use-lang.ts";

const links = [
  { name: "password", path: "/dashboard/account/password", icon: KeyRound },
  { name: "twoFactor", path: "/dashboard/account/two-factor", icon: ShieldCheck },
  { name: "sessions", path: "/dashboard/account/sessions", icon: MonitorSmartphone },
  { name: "history", path: "/dashboard/account/history", icon: History },
  { name: "addresses", path: "/dashboard/account/addresses", icon: BookUser },
] as const;

/** What keeps the account safe, and what fills in by itself. */
export function SafetyLinks({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation("account");
  const href = useHref();
  const { enabled, recovery_left: left } = profile.two_factor;
  const state = enabled ? `${t("safety.on")}, ${t("safety.recoveryLeft", { count: left })}` : t("safety.off");
  return (
    <nav aria-labelledby="safety" className="rounded-card border border-line bg-surface p-2">
      <h2 id="safety" className="px-3 pb-1 pt-2 text-h4">
        {t("safety.title")}
      </h2>
      <ul>
        {links.map(({ name, path, icon: Icon }) => (
          <li key={name}>
            <a href={href(path)} className="flex min-h-14 items-center gap-3 rounded px-3 py-2 hover:bg-inset">
              <Icon size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="block text-body-2 font-semibold">{t(`safety.${name}`)}</span>
                <span className="block text-small text-ink-3">
                  {name === "twoFactor" ? state : t(`safety.${name}Text`)}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
