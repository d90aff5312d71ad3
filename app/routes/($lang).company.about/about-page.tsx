import { ComplaintSteps } from "../../components/company/complaint-steps.tsx";
import { ExampleNote } from "../../components/company/example-note.tsx";
import { SupportContact } from "../../components/company/support-contact.tsx";
import { WhoWeAre } from "../../components/company/who-we-are.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { ArrowRight, BookUser, Lock, ReceiptText, ShieldCheck, Undo2 } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

const promiseIcons = [ReceiptText, ShieldCheck, Lock, Undo2];

/** On phones the company stands between the money and the complaints. */
export function AboutPage() {
  const { t } = useTranslation("company");
  const href = useHref();
  const brand = useSite()?.brand ?? "";
  return (
    <article className="page-width py-10 lg:py-14">
      <ExampleNote />
      <h1 className="text-h1">{t("about.heading", { brand })}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t("about.lead")}</p>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_1fr]">
        <section aria-labelledby="kept">
          <h2 id="kept" className="text-h3">
            {t("about.kept")}
          </h2>
          <Promises />
        </section>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <WhoWeAre>
            <SupportContact />
          </WhoWeAre>
        </div>
        <div className="space-y-8">
          <div className="space-y-5">
            <ComplaintSteps />
            <LinkButton href={href("/company/contact-us")} variant="filled">
              {t("about.write")}
              <ArrowRight size={18} />
            </LinkButton>
          </div>
          <Note icon={Lock} className="max-w-[48rem]">
            {t("about.safety")}{" "}
            <a href={href("/verify")} className="text-link-inline">
              {t("about.verify")}
            </a>
          </Note>
        </div>
      </div>
    </article>
  );
}

function Promises() {
  const { t } = useTranslation("company");
  const items = [...t("about.promises", { returnObjects: true }), t("about.account", { returnObjects: true })];
  return (
    <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {items.map(({ heading, text }, at) => {
        const Icon = promiseIcons[at] ?? BookUser;
        return (
          <li key={heading} className="flex gap-4 sm:last:odd:col-span-2">
            <span className="mt-0.5 flex h-10 w-10 shrink-0 items-center justify-center rounded-full bg-primary-100 text-primary-700">
              <Icon size={20} />
            </span>
            <div>
              <h3 className="text-body font-semibold">{heading}</h3>
              <p className="mt-1 text-body-2 text-ink-2">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
