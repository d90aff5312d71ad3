import type { ReactNode } from "react";
import type { MemberProfile } from "../../../contract/member/member.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import {
  BookUser,
  Circle,
  CircleCheck,
  History,
  type IconComponent,
  KeyRound,
  MailCheck,
  MonitorSmartphone,
  ShieldCheck,
} from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

const rows = [
  { name: "twoFactor", path: "/dashboard/account/two-factor", icon: ShieldCheck },
  { name: "addresses", path: "/dashboard/account/addresses", icon: BookUser },
  { name: "sessions", path: "/dashboard/account/sessions", icon: MonitorSmartphone },
  { name: "phrase", path: "/dashboard/account/phrase", icon: MailCheck },
  { name: "password", path: "/dashboard/account/password", icon: KeyRound },
  { name: "history", path: "/dashboard/account/history", icon: History },
] as const;
type RowName = (typeof rows)[number]["name"];

/** What protects the account: each protection with its state, what is missing first, and the way to stop everything. */
export function SecurityCard({ profile }: { profile: MemberProfile }) {
  const { t } = useTranslation("account");
  const href = useHref();
  const states = statesOf(profile);
  return (
    <section aria-labelledby="safety" className="overflow-hidden rounded-main border border-line bg-surface shadow-e2">
      <div className="p-4 lg:px-6 lg:pb-5">
        <h2 id="safety" className="text-h3">
          {t("safety.title")}
        </h2>
        <p className="mt-1 text-body-2 text-ink-2">
          {t(states.twoFactor ? "safety.allOn" : "safety.twoFactorMissing")}
        </p>
      </div>
      <ul>
        {rows.map(({ name, path, icon }) => (
          <Row key={name} name={name} path={path} icon={icon} isOn={states[name]}>
            {name === "twoFactor" && states.twoFactor
              ? t("safety.recoveryLeft", { count: profile.two_factor.recovery_left })
              : t(`safety.${name}Text`)}
          </Row>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-inset p-4 lg:px-6">
        <p className="max-w-text text-body-2 text-ink-2">
          <strong className="font-semibold text-ink">{t("safety.notYou")}</strong> {t("safety.freezeText")}
        </p>
        <a href={href("/dashboard/account/freeze")} className={buttonClass({ variant: "danger" })}>
          {t("safety.freeze")}
        </a>
      </div>
    </section>
  );
}

/** Undefined for what cannot be on or off. */
function statesOf(profile: MemberProfile): Partial<Record<RowName, boolean>> {
  return {
    twoFactor: profile.two_factor.enabled,
    addresses: profile.withdrawal_addresses_only.on,
    phrase: profile.phrase !== null,
  };
}

type RowProps = { name: RowName; path: string; icon: IconComponent; isOn: boolean | undefined; children: ReactNode };

/** The whole row is the link. Only missing two-step sign-in has a filled button. */
function Row({ name, path, icon: Icon, isOn, children }: RowProps) {
  const { t } = useTranslation("account");
  const href = useHref();
  const isMissing = name === "twoFactor" && isOn === false;
  return (
    <li className="border-t border-line">
      <a
        href={href(path)}
        className="grid grid-cols-[1.5rem_1fr] gap-x-4 gap-y-2 px-4 py-3.5 hover:bg-inset sm:grid-cols-[1.5rem_1fr_auto] lg:px-6"
      >
        <Icon size={20} className="mt-0.5 text-ink-2" />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-body-2 font-semibold">
            {t(`safety.${name}`)}
            {isOn !== undefined && (
              <Badge tone={isOn ? "success" : "gray"} icon={isOn ? CircleCheck : Circle}>
                {t(isOn ? "safety.on" : "safety.off")}
              </Badge>
            )}
          </span>
          <span className="mt-0.5 block text-small text-ink-2">{children}</span>
        </span>
        <span className="col-start-2 sm:col-start-3 sm:self-center">
          <span className={isMissing ? buttonClass({ variant: "filled" }) : "text-small font-semibold text-link"}>
            {t(isMissing ? "safety.turnOn" : `safety.act.${name}`)}
          </span>
        </span>
      </a>
    </li>
  );
}
