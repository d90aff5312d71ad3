import type { AccountFreeze } from "../../../contract/member/freeze.ts";
import { useClientName } from "../../components/account/use-client-name.ts";
import { useFreezeTimes } from "../../components/freeze/use-freeze-times.ts";
import { useTranslation } from "../../i18n/translation.ts";

/** Which sessions the freeze has ended, and whether this browser is still signed in. */
export function EndedSessions({ freeze, now }: { freeze: AccountFreeze; now: string }) {
  const { t } = useTranslation("freeze");
  const times = useFreezeTimes(freeze.timezone);
  const { sessions_ended: ended, session_kept: isKept } = freeze;
  const count = ended.length;
  return (
    <>
      <p className="font-semibold">
        {count === 0
          ? t("stopped.sessions.none")
          : t(isKept ? "stopped.sessions.others" : "stopped.sessions.all", { count })}
      </p>
      {ended.map((session) => (
        <p
          key={`${session.since} ${session.address}`}
          className="flex flex-wrap justify-between gap-x-4 text-small text-ink-2"
        >
          <ClientName {...session} />
          <span>{t("stopped.sessions.since", { time: times.since(session.since, now) })}</span>
        </p>
      ))}
      <p className="pt-1 text-small text-ink-2">{t(isKept ? "stopped.sessions.kept" : "stopped.sessions.nobody")}</p>
    </>
  );
}

function ClientName({ client, address }: AccountFreeze["sessions_ended"][number]) {
  const name = useClientName(client);
  return <span className="min-w-0">{address === null ? name : `${name}, ${address}`}</span>;
}
