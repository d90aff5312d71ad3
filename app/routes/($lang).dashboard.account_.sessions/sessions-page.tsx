import type { z } from "zod/v4";
import type { memberSession } from "../../../contract/member/member.ts";
import { AccountFrame } from "../../components/account/account-frame.tsx";
import type { Done } from "../../components/account/done.ts";
import { useClientName } from "../../components/account/use-client-name.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { MonitorSmartphone } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

type Session = z.output<typeof memberSession>;
type SessionsPageProps = { sessions: Session[]; done: Done | null; reply: FormReply | undefined };

export function SessionsPage({ sessions, done, reply }: SessionsPageProps) {
  const { t } = useTranslation("account");
  return (
    <AccountFrame title={t("sessions.title")} lead={t("sessions.lead")} done={done}>
      <FormProblem reply={reply} labels={{}} />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post">
          <button type="submit" className={buttonClass({ variant: "danger" })}>
            {t("sessions.endAll")}
          </button>
        </form>
      )}
    </AccountFrame>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation("account");
  const times = useMemberTimes();
  const client = useClientName(session.client);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body-2 font-semibold">
          {client}
          {session.current && (
            <Badge tone="primary" icon={MonitorSmartphone}>
              {t("sessions.this")}
            </Badge>
          )}
        </span>
        <span className="block text-small text-ink-3">
          {[session.address, t("sessions.used", { time: times.moment(session.last_used_at) })]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span className="block text-small text-ink-3">
          {t("sessions.since", { time: times.moment(session.created_at) })}
        </span>
        {session.remembered && (
          <span className="block text-small text-ink-3">
            {t("sessions.remembered", { time: times.moment(session.expires_at) })}
          </span>
        )}
      </span>
      {!session.current && (
        <form method="post">
          <input type="hidden" name="id" value={session.id} />
          <button type="submit" aria-label={t("sessions.endOf", { client })} className={buttonClass({ size: "small" })}>
            {t("sessions.end")}
          </button>
        </form>
      )}
    </li>
  );
}
