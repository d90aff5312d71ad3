import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { metaTags } from "../../components/shell/page/meta-tags.ts";
import { notFound } from "../../http/response/fail.server.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { pageMeta } from "../../i18n/page-meta.server.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { chatAt, chatKinds, offeredChats } from "../../third-parties/offered-chats.server.ts";
import { ContactPage } from "./contact-page.tsx";

export function loader({ request }: LoaderFunctionArgs) {
  const t = translator(langOf(request));
  return { meta: pageMeta(t("company:contact.title"), t("company:contact.description")), chats: offeredChats() };
}

/** Opens a chat: the only way to contact its provider is this press. */
export async function action({ request, context }: ActionFunctionArgs) {
  const chosen = (await request.formData()).get("chat");
  const kind = chatKinds.find((known) => known === chosen);
  const chat = kind && chatAt(kind);
  if (!kind || !chat) throw notFound(request);
  context.openedChat = kind;
  return { opened: { name: chat.name, script: chat.script, elementId: chat.elementId } };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => metaTags(data?.meta);

export default function ContactUs() {
  const opened = useActionData<typeof action>()?.opened;
  return <ContactPage chats={useLoaderData<typeof loader>().chats} opened={opened} />;
}
