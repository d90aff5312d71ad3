import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mailboxList } from "../../components/mailbox/mailbox-emails.server.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { MailboxPage } from "./mailbox-page.tsx";

export const handle = { i18n: ["mailbox"] } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  return {
    ...(await mailboxList(args)),
    meta: pageMeta(t("mailbox:meta.title"), t("mailbox:meta.description")),
  };
}

export default function Mailbox() {
  return <MailboxPage {...useLoaderData<typeof loader>()} />;
}
