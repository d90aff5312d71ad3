import type { ReactNode } from "react";
import type { MemberProfile } from "../../../contract/member/member.ts";
import { acceptedTermsPath } from "../../components/legal/accepted-terms-path.ts";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import {
  BookUser,
  ChevronRight,
  Download,
  History,
  type IconComponent,
  KeyRound,
  Lock,
  MailCheck,
  MonitorSmartphone,
  ReceiptText,
  ShieldCheck,
  UserX,
} from "../../ui/icons/icons.tsx";

const safety = [
  { name: "password", path: "/dashboard/account/password", icon: KeyRound },
  { name: "twoFactor", path: "/dashboard/account/two-factor", icon: ShieldCheck },
  { name: "phrase", path: "/dashboard/account/phrase", icon: MailCheck },
  { name: "sessions", path: "/dashboard/account/sessions", icon: MonitorSmartphone },
  { name: "history", path: "/dashboard/account/history", icon: History },
  { name: "freeze", path: "/dashboard/account/freeze", icon: Lock },
] as const;
const yours = [
  { name: "addresses", path: "/dashboard/account/addresses", icon: BookUser },
  { name: "export", path: "/dashboard/account/export", icon: Download },
  { name: "close", path: "/dashboard/account/close", icon: UserX },
] as const;

/** Security of the account, and its data. */
export function AccountLinks({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation("account");
  const lang = useLang();
  const { accepted } = profile;
  const { enabled, recovery_left: left } = profile.two_factor;
  const state = enabled ? `${t("safety.on")}, ${t("safety.recoveryLeft", { count: left })}` : t("safety.off");
  return (
    <>
      <Group id="safety" title={t("safety.title")}>
        {safety.map(({ name, path, icon }) => (
          <Row key={name} path={path} icon={icon} name={t(`safety.${name}`)}>
            {name === "twoFactor" ? state : t(`safety.${name}Text`)}
          </Row>
        ))}
      </Group>
      <Group id="yours" title={t("safety.yours")}>
        {yours.map(({ name, path, icon }) => (
          <Row key={name} path={path} icon={icon} name={t(`safety.${name}`)}>
            {t(`safety.${name}Text`)}
          </Row>
        ))}
        {accepted && (
          <Row path={acceptedTermsPath(accepted)} icon={ReceiptText} name={t("safety.terms")}>
            {t("safety.termsText", { version: formatDate(lang, accepted.terms_version) })}
          </Row>
        )}
      </Group>
    </>
  );
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id} className="rounded-card border border-line bg-surface p-2">
      <h2 id={id} className="px-3 pb-1 pt-2 text-h4">
        {title}
      </h2>
      <ul>{children}</ul>
    </nav>
  );
}

type RowProps = { path: string; icon: IconComponent; name: string; children: string };

function Row({ path, icon: Icon, name, children }: RowProps) {
  const href = useHref();
  return (
    <li>
      <a href={href(path)} className="flex min-h-14 items-center gap-3 rounded px-3 py-2 hover:bg-inset">
        <Icon size={20} className="shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1">
          <span className="block text-body-2 font-semibold">{name}</span>
          <span className="block text-small text-ink-3">{children}</span>
        </span>
        <ChevronRight size={18} className="shrink-0 text-ink-3" />
      </a>
    </li>
  );
}
