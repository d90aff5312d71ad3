import type { TicketSummary } from "../../../contract/support/tickets.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { useTimes } from "../../components/order/use-times.ts";
import { TicketBadge } from "../../components/support/ticket-badge.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { ChevronRight } from "../../ui/icons/icons.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";

export function TicketsPage({ tickets, now }: { tickets: TicketSummary[]; now: string }) {
  const { t } = useTranslation("support");
  const href = useHref();
  const write = (
    <a href={href("/company/contact-us")} className={buttonClass({})}>
      {t("list.write")}
    </a>
  );
  return (
    <>
      <PageHead title={t("list.title")} action={tickets.length > 0 && write} />
      {tickets.length === 0 ? (
        <EmptyState title={t("list.empty")} action={write}>
          {t("list.emptyText")}
        </EmptyState>
      ) : (
        <Card aria-label={t("list.title")} className="py-0 lg:py-0">
          <ul className="divide-y divide-line">
            {tickets.map((ticket) => (
              <Row key={ticket.ticket} ticket={ticket} now={now} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Row({ ticket, now }: { ticket: TicketSummary; now: string }) {
  const { t } = useTranslation("support");
  const href = useHref();
  const times = useTimes(now);
  return (
    <li>
      <a href={href(`/support/${ticket.ticket}`)} className="flex min-h-16 items-center gap-3 py-3 hover:text-link">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            <strong className="block text-body-2 font-semibold">{t(`topics.${ticket.topic}.name`)}</strong>
            <span className="figures text-small text-ink-2">
              {ticket.ticket} · {t("list.changed", { at: times.moment(ticket.updated_at) })}
            </span>
          </span>
          <TicketBadge status={ticket.status} />
        </span>
        <ChevronRight size={18} className="shrink-0 text-ink-3" />
      </a>
    </li>
  );
}
