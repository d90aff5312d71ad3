import { useEffect } from "react";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

export type ChatsProps = {
  chats: readonly { kind: "live" | "support"; name: string }[];
  /** The chat that was just opened. */
  opened: OpenedChatProps | undefined;
  /** What the visitor came from: the page of the chat still knows it. */
  orderRef: string | null;
};
type OpenedChatProps = { name: string; script: string; elementId: string | null };

/** A button for each chat of another company; nothing is loaded from it before the press. */
export function Chats({ chats, opened, orderRef }: ChatsProps) {
  const { t } = useTranslation("cookies");
  const href = useHref();
  if (chats.length === 0) return null;
  return (
    <section aria-labelledby="chat" className="mt-8 print:hidden">
      <h2 id="chat" className="text-h3">
        {t("chat.heading")}
      </h2>
      {opened ? (
        <OpenedChat {...opened} />
      ) : (
        chats.map(({ kind, name }) => (
          <form
            key={kind}
            method="post"
            action={href(orderRef === null ? "/company/contact-us" : `/company/contact-us?order=${orderRef}`)}
            target="_blank"
            className="mt-3"
            rel="noopener"
          >
            <button type="submit" name="chat" value={kind} className={buttonClass({})}>
              {t(`chat.${kind}`, { name })}
            </button>
            <p className="mt-2 text-small text-ink-2">{t("chat.note", { name })}</p>
          </form>
        ))
      )}
    </section>
  );
}

function OpenedChat({ name, script, elementId }: OpenedChatProps) {
  const { t } = useTranslation("cookies");
  // After hydration: a chat adds elements anywhere, and React would discard the page for those it finds in it.
  useEffect(() => {
    const element = Object.assign(document.createElement("script"), { src: script, async: true });
    if (elementId !== null) element.id = elementId;
    document.body.append(element);
  }, [script, elementId]);
  return (
    <p className="mt-2 text-body-2 text-ink-2">{t("chat.opened", { name, email: useSite()?.supportEmail ?? "" })}</p>
  );
}
