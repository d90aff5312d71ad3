import { ComplaintSteps } from "../../components/company/complaint-steps.tsx";
import { ExampleNote } from "../../components/company/example-note.tsx";
import { WhoWeAre } from "../../components/company/who-we-are.tsx";
import { useSite } from "../../components/shell/site.ts";
import { TextWithParts } from "../../i18n/text-with-parts.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Chats, type ChatsProps } from "./chats.tsx";

export function ContactPage(chats: ChatsProps) {
  const { t } = useTranslation("company");
  const href = useHref();
  const email = useSite()?.supportEmail ?? "";
  const link = (address: string) => (text: string) => (
    <a href={address} className="text-link-inline">
      {text}
    </a>
  );
  const parts = { email: link(`mailto:${email}`), track: link(href("/track")), faq: link(href("/legal/faq")) };
  return (
    <article className="page-width py-10 lg:py-14">
      <ExampleNote />
      <h1 className="text-h1">{t("contact.heading")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">
        <TextWithParts text={t("contact.lead", { email })} parts={parts} />
      </p>
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_20rem]">
        <div className="order-2 space-y-8 lg:order-1">
          {t("contact.sections", { returnObjects: true }).map(({ heading, text }) => (
            <section key={heading}>
              <h2 className="text-h3">{heading}</h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="mt-2 max-w-text text-body text-ink-2">
                  <TextWithParts text={paragraph} parts={parts} />
                </p>
              ))}
            </section>
          ))}
          <ComplaintSteps />
        </div>
        <div className="order-1 lg:order-2">
          <WhoWeAre />
          <Chats {...chats} />
        </div>
      </div>
    </article>
  );
}
