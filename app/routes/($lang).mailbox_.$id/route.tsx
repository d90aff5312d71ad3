import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { EmailHead } from "../../components/mailbox/email-head.tsx";
import { EmailText } from "../../components/mailbox/email-text.tsx";
import { mailboxEmail } from "../../components/mailbox/mailbox-emails.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { emailSandbox } from "../../http/response/security-headers.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";

export const handle = { i18n: ["mailbox"] } satisfies PageHandle;

export async function loader(args: LoaderFunctionArgs) {
  const email = await mailboxEmail(args, args.params.id);
  const t = translator(langOf(args.request));
  return { email, meta: pageMeta(email.subject, t("mailbox:meta.description")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/** One email of test mode, as HTML and as text. */
export default function EmailMessagePage() {
  const { email } = useLoaderData<typeof loader>();
  const { t } = useTranslation("mailbox");
  const href = useHref();
  const { search } = useLocation();
  return (
    <div className="page-width space-y-6 pb-20 pt-6 lg:pt-10">
      <header>
        <a href={href(`/mailbox${search}`)} className="inline-block py-1 text-small text-link-inline">
          {t("all")}
        </a>
        <h1 className="mt-2 text-h2" lang={email.language}>
          {email.subject}
        </h1>
        <EmailHead email={email} />
      </header>
      <iframe
        title={t("frame")}
        src={href(`/mailbox/${encodeURIComponent(email.id)}/html${search}`)}
        sandbox={emailSandbox}
        className="h-[60rem] w-full rounded-card border border-line"
      />
      <Card aria-labelledby="text">
        <h2 id="text" className="text-h4">
          {t("asText")}
        </h2>
        <EmailText text={email.text} lang={email.language} />
      </Card>
    </div>
  );
}
