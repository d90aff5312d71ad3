import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { metaTags } from "../../components/shell/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page-handle.ts";
import { failed } from "../../http/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { translator } from "../../i18n/words.server.ts";
import { MailboxPage } from "./mailbox-page.tsx";

export const handle = { i18n: ["mailbox"] } satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

/**
 * Letters of the test mode, for this machine only: the service refuses every other peer as if there were nothing
 * here, and so it does where no sandbox is on.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get("to") ?? undefined;
  const answer = await api(request, "sandboxLetters", { query: { to } });
  if (!answer.ok) throw failed(request, answer.problem);
  const t = translator(langOf(request));
  return {
    letters: answer.data.data,
    to: to ?? null,
    meta: { title: t("mailbox:meta.title"), description: t("mailbox:meta.description") },
  };
}

export default function Mailbox() {
  return <MailboxPage {...useLoaderData<typeof loader>()} />;
}
