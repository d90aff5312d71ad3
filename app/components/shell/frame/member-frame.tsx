import type { ReactNode } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { useHref } from "../../../i18n/use-lang.ts";
import { useSite } from "../../../site/site.ts";
import { classNames } from "../../../ui/class-names.ts";
import {
  ArrowRightLeft,
  ArrowUpRight,
  LayoutGrid,
  LifeBuoy,
  MailCheck,
  Plus,
  ReceiptText,
  TicketPercent,
  User,
  Wallet,
} from "../../../ui/icons/icons.tsx";
import { ServerHtml } from "../../../ui/server-html.tsx";
import type { ShownMember } from "../member.ts";
import { BrandLink } from "./brand.tsx";
import { Main } from "./main.tsx";
import { MemberMenu } from "./member-menu.tsx";
import { MemberPicture } from "./member-picture.tsx";
import { bottomLinksFor, memberLinksFor } from "./navigation.ts";
import { LanguageSwitch, ThemeSwitch } from "./preferences.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const icons = {
  overview: LayoutGrid,
  newOrder: ArrowRightLeft,
  orders: ReceiptText,
  wallets: Wallet,
  withdrawals: ArrowUpRight,
  affiliates: TicketPercent,
  profile: User,
  support: MailCheck,
} as const;

/** Frame of the member pages: navigation at the side on desktops, at the bottom on phones. */
export function MemberFrame({ member, children }: { member: ShownMember; children: ReactNode }) {
  return (
    <>
      <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[15.5rem_1fr]">
        <ServerHtml name="member-head">
          {import.meta.env.SSR && (
            <>
              <PhoneHead member={member} />
              <SideBar member={member} />
            </>
          )}
        </ServerHtml>
        <div className="flex-1 px-4 pb-28 pt-4 lg:px-10 lg:pb-16 lg:pt-8">
          <div className="member-page mx-auto max-w-[66rem]">
            <Main>{children}</Main>
          </div>
        </div>
      </div>
      <ServerHtml name="member-foot">{import.meta.env.SSR && <BottomBar member={member} />}</ServerHtml>
    </>
  );
}

function SideBar({ member }: { member: ShownMember }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  const isCurrent = useCurrent();
  const row = "flex min-h-11 w-full items-center gap-3 rounded px-3 text-left text-body-2";
  return (
    <header className="hidden border-r border-line lg:block print:!hidden">
      <div className="sticky top-0 flex min-h-[min(100dvh,48rem)] flex-col px-4 py-7">
        <div className="px-2">
          <BrandLink />
        </div>
        <nav aria-label={t("member.menu")} className="mt-6">
          <ul className="space-y-1">
            {memberLinksFor(member).map(({ name, path }) => {
              const Icon = icons[name];
              return (
                <li key={name}>
                  <a
                    href={href(path)}
                    aria-current={isCurrent(path) ? "page" : undefined}
                    className={classNames(
                      row,
                      isCurrent(path) ? "bg-primary-100 font-semibold text-primary-800" : "font-medium hover:bg-inset",
                    )}
                  >
                    <Icon size={20} className="shrink-0" />
                    {t(`member.${name}`)}
                    {name === "orders" && member.open > 0 && <OpenCount count={member.open} />}
                  </a>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="mt-auto space-y-1">
          <a href={href("/legal/faq")} className={classNames(row, "font-medium hover:bg-inset")}>
            <LifeBuoy size={20} className="shrink-0" />
            {t("link.help")}
          </a>
          <SignOutButton className={classNames(row, "font-medium hover:bg-inset")} />
          <div className="flex items-center justify-between px-1.5">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <div className="flex items-center gap-3 border-t border-line px-3 pt-4">
            <MemberPicture member={member} />
            <div className="min-w-0 text-small">
              {member.name && <p className="truncate font-semibold">{member.name}</p>}
              <p className="truncate text-ink-3">{member.email}</p>
            </div>
          </div>
        </div>
      </div>
    </header>
  );
}

function OpenCount({ count }: { count: number }) {
  const { t } = useTranslation("shell");
  return (
    <span className="figures ml-auto rounded-badge bg-inset px-2 text-small font-medium text-ink-2">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t("member.open", { count })}</span>
    </span>
  );
}

/** With wallets in the bottom bar, the links that have no place there are in a menu. */
function PhoneHead({ member }: { member: ShownMember }) {
  return (
    <header className="relative flex min-h-[72px] flex-wrap items-center justify-between px-4 lg:hidden print:hidden">
      <BrandLink />
      <div className="flex items-center">
        <LanguageSwitch />
        <ThemeSwitch />
        {(member.hasWallets || member.hasAffiliates) && <MemberMenu member={member} />}
      </div>
    </header>
  );
}

function BottomBar({ member }: { member: ShownMember }) {
  const { t } = useTranslation("shell");
  const href = useHref();
  const isCurrent = useCurrent();
  const cell = "flex min-h-14 flex-1 flex-col items-center justify-end gap-0.5 pb-1.5 text-micro";
  return (
    <nav
      aria-label={t("member.menu")}
      className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="flex">
        {bottomLinksFor(member.hasWallets).map(({ name, path }) => {
          const current = isCurrent(path) || (name === "wallets" && isCurrent("/dashboard/withdrawals"));
          const Icon = icons[name];
          return (
            <li key={name} className="flex flex-1">
              <a
                href={href(path)}
                aria-current={current ? "page" : undefined}
                className={classNames(cell, current ? "font-semibold text-link" : "text-ink-2")}
              >
                {name === "newOrder" ? (
                  <span className="-mt-4 grid size-11 place-items-center rounded-full bg-solid text-on-solid">
                    <Plus size={22} />
                  </span>
                ) : (
                  <Icon size={22} />
                )}
                {t(name === "newOrder" ? "member.new" : `member.${name}`)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function useCurrent(): (path: string) => boolean {
  const here = useSite()?.path ?? "";
  // The steps of an order are no part of the dashboard's addresses.
  const page = here.startsWith("/order/")
    ? "/dashboard/new-order"
    : here.replace(/^\/dashboard\/(transactions|statement)$/, "/dashboard/wallets/$1");
  return (path) => page === path || (path !== "/dashboard" && page.startsWith(`${path}/`));
}
