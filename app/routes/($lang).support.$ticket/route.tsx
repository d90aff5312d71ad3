import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { answerTicket } from "../../components/support/answer-ticket.server.ts";
import { findTicket, ticketPath } from "../../components/support/find-ticket.server.ts";
import type { RefusedMessage } from "../../components/support/kept-file.ts";
import { TicketPage } from "../../components/support/ticket-page.tsx";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";

export const handle = {
  form: ({ ticket }: Awaited<ReturnType<typeof loader>>) => ticket.can_answer,
  formHasFiles: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const ticket = await findTicket(args, args.params.ticket);
  const t = translator(langOf(args.request));
  return {
    ticket,
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("support:meta.title", { number: ticket.ticket }), t("support:meta.description")),
  };
}

export async function action(args: ActionFunctionArgs) {
  const result = await answerTicket(args, args.params.ticket);
  if (!("sent" in result)) return data(result.refused, { status: result.status });
  return redirect(ticketPath(args.request, result.sent.ticket), 303);
}

export default function Ticket() {
  const actionData: RefusedMessage | undefined = useActionData<typeof action>();
  return <TicketPage {...useLoaderData<typeof loader>()} actionData={actionData} />;
}
