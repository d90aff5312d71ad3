import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { api } from "../../api/client.server.ts";
import { blocksCookies, cookiesBlocked } from "../../auth/cookies/cookies-blocked.server.ts";
import { freezeKey } from "../../auth/cookies/freeze-cookie.server.ts";
import { rememberTicket } from "../../auth/cookies/tickets-cookie.server.ts";
import { membershipOf } from "../../auth/member.server.ts";
import { botCheckReply } from "../../components/bot-check/bot-check-reply.server.ts";
import { companyAt } from "../../components/company/company.ts";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import type { PageHandle } from "../../components/shell/page/page-handle.ts";
import { ticketPath } from "../../components/support/find-ticket.server.ts";
import type { RefusedMessage } from "../../components/support/kept-file.ts";
import { postMessage } from "../../components/support/post-message.server.ts";
import { discardBody, isMultipart } from "../../http/request/bounded-body.server.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { env } from "../../settings/env.server.ts";
import { chatAt, chatKinds, offeredChats } from "../../third-parties/offered-chats.server.ts";
import { ContactPage } from "./contact-page.tsx";
import { messageForm } from "./message-form.server.ts";
import { orderAskedAbout } from "./order-asked-about.server.ts";
import { sendMessage } from "./send-message.server.ts";

export const handle = {
  i18n: ["support", "company", "cookies", "check", "forms"],
  hydrate: true,
  form: true,
  formHasFiles: true,
} satisfies PageHandle;

export const meta: MetaFunction<typeof loader> = ({ data: page }) => metaTags(page?.meta);

export async function loader(args: LoaderFunctionArgs) {
  const t = translator(langOf(args.request));
  const [hours, order, membership, frozen] = await Promise.all([
    api(args, "supportHours", {}),
    orderAskedAbout(args),
    membershipOf(args),
    frozenEmail(args),
  ]);
  return {
    hours: hours.ok ? hours.data.data : null,
    order,
    memberEmail: frozen ?? (membership.status === "member" ? membership.profile.email : null),
    isAboutFreeze: frozen !== null,
    company: companyAt(env.COMPANY, args.context.receivedAt),
    chats: offeredChats(),
    now: args.context.receivedAt.toISOString(),
    meta: pageMeta(t("company:contact.title"), t("company:contact.description")),
  };
}

/** The masked address of the account whose freeze the visitor comes from; null for all others. */
async function frozenEmail(args: LoaderFunctionArgs): Promise<string | null> {
  if (new URL(args.request.url).searchParams.get("about") !== "freeze") return null;
  const key = await freezeKey(args, "freeze");
  const freezeAnswer = key === null ? null : await api(args, "memberFreezeShow", { body: { key } });
  return freezeAnswer?.ok ? freezeAnswer.data.data.email : null;
}

/** Files up to this size get an error message; deploy/ blocks larger ones. */
const maxRequestBytes = 32 * 1024 * 1024;

/** A message, which may have files; or a chat to open. */
export async function action(args: ActionFunctionArgs) {
  return isMultipart(args.request) ? sendForm(args) : openChat(args);
}

async function sendForm(args: ActionFunctionArgs) {
  try {
    const { status } = await membershipOf(args);
    const result = await postMessage(
      args,
      messageForm(status === "member" || status === "unknown" || (await freezeKey(args, "freeze")) !== null),
      async (value, files) =>
        blocksCookies(args) ? { ok: false, problem: cookiesBlocked } : sendMessage(args, value, files),
      async (form, problem, reply) =>
        problem.code === "cookies_blocked"
          ? { reply, status: problem.status }
          : botCheckReply(args, { action: "support", email: form.email ?? "", form, problem, reply }),
    );
    if (!("sent" in result)) {
      const { refused, ...init } = result;
      return data(refused, init);
    }
    const { ticket, token } = result.sent;
    const headers = { "Set-Cookie": await rememberTicket(args, ticket, token) };
    return redirect(ticketPath(args.request, ticket), { status: 303, headers });
  } finally {
    await discardBody(args.request, maxRequestBytes);
  }
}

/** The only way to contact a chat's provider is this press. */
async function openChat({ request, context }: ActionFunctionArgs) {
  const chosen = (await request.formData()).get("chat");
  const kind = chatKinds.find((name) => name === chosen);
  const chat = kind && chatAt(kind);
  if (!kind || !chat) throw notFound(request);
  context.openedChat = kind;
  return { opened: { name: chat.name, script: chat.script, elementId: chat.elementId } };
}

type ContactReply = RefusedMessage | Awaited<ReturnType<typeof openChat>> | undefined;

export default function ContactUs() {
  const actionData: ContactReply = useActionData<typeof action>();
  const opened = actionData && "opened" in actionData ? actionData.opened : undefined;
  const refused = actionData && "reply" in actionData ? actionData : undefined;
  return <ContactPage {...useLoaderData<typeof loader>()} opened={opened} actionData={refused} />;
}
