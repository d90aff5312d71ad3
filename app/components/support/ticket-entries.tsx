import type { Ticket, TicketEntry } from "../../../contract/support/tickets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref, useLang } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { classNames } from "../../ui/class-names.ts";
import { Check } from "../../ui/icons/icons.tsx";
import { useTimes } from "../order/use-times.ts";
import { fileSize } from "./file-size.ts";

type EntryProps = { ticket: Ticket; entry: TicketEntry; now: string };

/** Messages and events in their order. Who wrote a message is told by its head, never by its text. */
export function TicketEntries({ ticket, now }: { ticket: Ticket; now: string }) {
  return (
    <ol className="space-y-6">
      {ticket.entries.map((entry) => (
        <li key={entry.id}>
          {entry.author === "system" ? (
            <SystemLine ticket={ticket} entry={entry} now={now} />
          ) : (
            <Message ticket={ticket} entry={entry} now={now} />
          )}
        </li>
      ))}
    </ol>
  );
}

function SystemLine({ ticket, entry, now }: EntryProps) {
  const { t } = useTranslation("support");
  const times = useTimes(now);
  const event = entry.event ?? "received";
  const isPromise = event === "received" && ticket.answer_by !== null;
  return (
    <p className="flex items-baseline gap-3 text-small text-ink-2">
      <span className="flex w-10 shrink-0 justify-center">
        <Check size={16} className="[translate:0_0.125rem] text-link" />
      </span>
      <span className="min-w-0 flex-1">
        {isPromise
          ? t("ticket.event.receivedBy", { at: times.moment(ticket.answer_by ?? now) })
          : t(`ticket.event.${event}`)}
      </span>
      <time dateTime={entry.at} className="figures shrink-0">
        {times.short(entry.at)}
      </time>
    </p>
  );
}

function Message({ ticket, entry, now }: EntryProps) {
  const { t } = useTranslation("support");
  const times = useTimes(now);
  const brand = useSite()?.brand ?? "";
  const isOurs = entry.author === "support";
  const customer = entry.before_proof ? t("ticket.unknown") : t("ticket.you");
  const name = isOurs ? (entry.name ?? t("ticket.team")) : customer;
  return (
    <article className="flex gap-3">
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-10 shrink-0 place-items-center rounded-full text-small font-semibold",
          isOurs ? "bg-primary-100 text-primary-800" : "bg-gray-100 text-gray-800",
        )}
      >
        {[...name][0]?.toUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        <header className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="text-body-2 font-semibold">{name}</h2>
          {isOurs && entry.name && <span className="text-small text-ink-2">{t("ticket.role", { brand })}</span>}
          <time dateTime={entry.at} className="figures ml-auto text-small text-ink-2">
            {times.short(entry.at)}
          </time>
        </header>
        {entry.before_proof && <p className="text-small text-ink-2">{t("ticket.beforeProof")}</p>}
        <p className="mt-1 whitespace-pre-line text-body-2 [overflow-wrap:anywhere]" dir="auto">
          {entry.text}
        </p>
        <Files ticket={ticket} entry={entry} />
      </div>
    </article>
  );
}

function Files({ ticket, entry }: Omit<EntryProps, "now">) {
  const href = useHref();
  const lang = useLang();
  if (entry.files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {entry.files.map(({ id, name, bytes }) => (
        <li key={id} className="max-w-full">
          <a
            href={href(`/support/${ticket.ticket}/files/${id}`)}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded border border-line bg-inset px-3 text-small lg:min-h-9"
          >
            <span className="truncate font-semibold">{name}</span>
            <span className="shrink-0 text-ink-2">{fileSize(bytes, lang)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
