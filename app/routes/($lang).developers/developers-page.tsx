import { useTranslation } from "../../i18n/translation.ts";
import { CallCard } from "./call-card.tsx";
import { Code, inline, Markdown } from "./markdown.tsx";
import type { CallRefusal, Reference } from "./reference.ts";

type DevelopersPageProps = { guide: string | null; reference: Reference | null };

/** Introduction, calls by group, refusals. The document is English; the frame has the page's language. */
export function DevelopersPage({ guide, reference }: DevelopersPageProps) {
  const { t } = useTranslation("content");
  return (
    <article className="reference page-width py-10 lg:py-14">
      <h1 className="text-h1">{t("developers.heading")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t("developers.lead")}</p>
      <p className="mt-3 text-body">
        <a href="/api/v1/openapi.json" className="underline">
          {t("developers.document")}
        </a>
      </p>
      {guide === null && <p className="mt-9 text-body">{t("developers.unavailable")}</p>}
      {guide !== null && (
        <div className="mt-6" lang="en">
          <Markdown text={guide} />
        </div>
      )}
      {reference?.groups.map(({ name, description, calls }) => (
        <section key={name} id={name} className="mt-12">
          <h2 className="text-h2" lang="en">
            <Code>{name}</Code>
          </h2>
          <p className="mt-2 text-body-2 text-ink-2" lang="en">
            {description}
          </p>
          <div className="mt-4 border-t border-line">
            {calls.map((call) => (
              <CallCard key={call.operation.operationId} call={call} />
            ))}
          </div>
        </section>
      ))}
      {reference && <Refusals refusals={reference.refusals} />}
    </article>
  );
}

function Refusals({ refusals }: { refusals: CallRefusal[] }) {
  const { t } = useTranslation("content");
  return (
    <section id="refusals" className="mt-12">
      <h2 className="text-h2">{t("developers.allRefusals")}</h2>
      <dl className="mt-4" lang="en">
        {refusals.map(({ code, status, advice }) => (
          <div key={code} className="border-b border-line py-2">
            <dt>
              <Code>
                {status} {code}
              </Code>
            </dt>
            <dd className="text-body-2 text-ink-2">{inline(advice)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
