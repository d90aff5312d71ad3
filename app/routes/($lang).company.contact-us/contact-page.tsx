import { CompanyProvider, type ShownCompany } from "../../components/company/company.ts";
import { ComplaintSteps } from "../../components/company/complaint-steps.tsx";
import { ExampleNote } from "../../components/company/example-note.tsx";
import { SupportContact } from "../../components/company/support-contact.tsx";
import { WhoWeAre } from "../../components/company/who-we-are.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { type IconComponent, ReceiptText, Search, ShieldCheck, TimerOff } from "../../ui/icons/icons.tsx";
import { Chats, type ChatsProps } from "./chats.tsx";
import { MessageForm, type MessageFormProps } from "./message-form.tsx";

type OfferedChats = Omit<ChatsProps, "orderRef">;
type ContactPageProps = MessageFormProps & OfferedChats & { company: ShownCompany };

export function ContactPage({ company, ...parts }: ContactPageProps) {
  return (
    <CompanyProvider value={company}>
      <Contact {...parts} />
    </CompanyProvider>
  );
}

function Contact({ chats, opened, ...form }: MessageFormProps & OfferedChats) {
  const { t } = useTranslation("support");
  return (
    <article className="page-width py-10 lg:py-14">
      <ExampleNote />
      <h1 className="text-h1">{t("form.title")}</h1>
      <p className="mt-3 max-w-text text-lead text-ink-2">{t("lead")}</p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_20rem] lg:gap-8">
        <MessageForm {...form} />
        <div className="space-y-6">
          <OftenFaster />
          <Card aria-labelledby="hours">
            <h2 id="hours" className="mb-3 text-h4">
              {t("hours.title")}
            </h2>
            <SupportContact />
            <p className="mt-4 flex gap-3 border-t border-line pt-4 text-small text-ink-2">
              <ShieldCheck size={18} className="mt-0.5 shrink-0 text-link" />
              {t("hours.safety")}
            </p>
          </Card>
          <Chats chats={chats} opened={opened} orderRef={form.order?.ref ?? null} />
        </div>
      </div>
      <div className="mt-12 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_20rem]">
        <ComplaintSteps />
        <WhoWeAre />
      </div>
    </article>
  );
}

function OftenFaster() {
  const { t } = useTranslation("support");
  return (
    <Card aria-labelledby="faster">
      <h2 id="faster" className="text-h4">
        {t("faster.title")}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        <Faster icon={Search} path="/track" name="money" />
        <Faster icon={TimerOff} path="/legal/faq" name="late" />
        <Faster icon={ReceiptText} path="/track" name="receipt" />
      </ul>
    </Card>
  );
}

type FasterProps = { icon: IconComponent; path: string; name: "money" | "late" | "receipt" };

function Faster({ icon: Icon, path, name }: FasterProps) {
  const { t } = useTranslation("support");
  const href = useHref();
  return (
    <li className="flex gap-3 py-3">
      <Icon size={18} className="mt-1.5 shrink-0 text-link" />
      <div>
        <a href={href(path)} className="inline-block py-1 text-body-2 font-semibold text-link hover:underline">
          {t(`faster.${name}.title`)}
        </a>
        <p className="text-small text-ink-2">{t(`faster.${name}.text`)}</p>
      </div>
    </li>
  );
}
