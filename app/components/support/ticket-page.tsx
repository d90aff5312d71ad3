import { shownRef } from "../../../contract/order/order-number.ts";
import type { Ticket } from "../../../contract/support/tickets.ts";
import { onOneLine, TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Card } from "../../ui/card.tsx";
import { useTimes } from "../order/use-times.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AuthorQuestion } from "./author-question.tsx";
import type { RefusedMessage } from "./kept-file.ts";
import { TicketBadge } from "./ticket-badge.tsx";
import { TicketEntries } from "./ticket-entries.tsx";

type TicketPageProps = { ticket: Ticket; now: string; actionData: RefusedMessage | undefined };

/** The conversation about a question, for its customer. */
export function TicketPage({ ticket, now, actionData }: TicketPageProps) {
  const { t } = useTranslation("support");
  return (
    <div className="page-width py-8 lg:py-12">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-body-2 text-ink-2">
        <span>
          {t("ticket.question")} <strong className="figures text-ink">{ticket.ticket}</strong>
        </span>
        <TicketBadge status={ticket.status} />
      </p>
      <h1 className="mt-1 text-h1">{t(`topics.${ticket.topic}.name`)}</h1>
      {ticket.asks_author && <AuthorQuestion />}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem] lg:gap-8">
        <Card main aria-label={t("ticket.messages")} className="space-y-6">
          <TicketEntries ticket={ticket} now={now} />
          <AnswerForm ticket={ticket} actionData={actionData} />
        </Card>
        <Aside ticket={ticket} now={now} />
      </div>
    </div>
  );
}

function Aside({ ticket, now }: Pick<TicketPageProps, "ticket" | "now">) {
  const { t } = useTranslation("support");
  const href = useHref();
  const times = useTimes(now);
  return (
    <div className="space-y-4">
      {ticket.order_ref && (
        <Card aria-labelledby="about-order">
          <h2 id="about-order" className="text-h4">
            {t("ticket.order")}
          </h2>
          <LinkButton href={href(`/order/${ticket.order_ref}`)} className="mt-3 w-full">
            <TextWithParts
              text={t("ticket.openOrder", { ref: shownRef(ticket.order_ref) })}
              parts={{ ref: onOneLine }}
            />
          </LinkButton>
          <p className="mt-3 text-small text-ink-2">{t("ticket.sees")}</p>
        </Card>
      )}
      <p className="text-small text-ink-2">
        {ticket.closes_at && `${t("ticket.closes", { at: times.moment(ticket.closes_at) })} `}
        <a href={href("/company/contact-us#complaints")} className="inline-block py-1 text-link-inline">
          {t("ticket.complaint")}
        </a>
      </p>
      <p className="text-small text-ink-3">{t("ticket.link")}</p>
    </div>
  );
}
