import type { z } from "zod/v4";
import type { loginEntry, pageMeta } from "../../../contract/member/member.ts";
import type { SecurityEventName } from "../../../contract/member/security-events.ts";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import { useClientName } from "../../components/account/use-client-name.ts";
import { Pages } from "../../components/dashboard/pages.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";

type Entry = z.output<typeof loginEntry>;

export function SecurityHistoryPage({ entries, pages }: { entries: Entry[]; pages: z.output<typeof pageMeta> }) {
  const { t } = useTranslation("account");
  const href = useHref();
  return (
    <AccountFrame title={t("history.title")} lead={t("history.lead")} done={null}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {entries.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pages pages={pages} addressOf={(page) => href(`/dashboard/account/history?page=${page}`)} />
    </AccountFrame>
  );
}

function HistoryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation("account");
  const times = useMemberTimes();
  const client = useClientName(entry.client);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
      <span className="min-w-0">
        <span className="block text-body-2 font-semibold">
          {isKnown(entry.event) ? t(`history.event.${entry.event}`) : t("history.unknown")}
        </span>
        <span className="block text-small text-ink-3">{[client, entry.address].filter(Boolean).join(" · ")}</span>
      </span>
      <span className="figures text-small text-ink-2">{times.moment(entry.at)}</span>
    </li>
  );
}

const eventNames = {
  registered: true,
  signed_in: true,
  sign_in_failed: true,
  two_factor_failed: true,
  signed_out: true,
  sessions_revoked: true,
  password_changed: true,
  password_reset: true,
  two_factor_enabled: true,
  two_factor_disabled: true,
  recovery_code_used: true,
  google_linked: true,
  email_changed: true,
  phrase_changed: true,
  unlocked: true,
  wallet_paid: true,
  withdrawal_reported: true,
  account_frozen: true,
  withdrawals_frozen: true,
  withdrawals_unfrozen: true,
  addresses_only_on: true,
  addresses_only_off: true,
  address_requested: true,
  address_saved: true,
  address_renamed: true,
  address_deleted: true,
  addresses_dropped: true,
  data_exported: true,
  profile_changed: true,
  order_emails_off: true,
  closed: true,
} satisfies Record<SecurityEventName, true>;

/** An event that only a newer service knows is still listed. */
function isKnown(event: string): event is SecurityEventName {
  return event in eventNames;
}
