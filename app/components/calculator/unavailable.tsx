import { Form } from "@remix-run/react";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { useSite } from "../../site/site.ts";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { pageFormId } from "../shell/page/page-handle.ts";

/**
 * Replaces the calculator when the service does not answer: what is unavailable, what still works, and a retry with the
 * input from the address or from `posted`.
 */
export function Unavailable({ posted }: { posted: readonly [name: string, value: string][] }) {
  const { t } = useTranslation("calculator");
  const address = useHref();
  return (
    <section aria-labelledby="unavailable" className="max-w-text rounded-main border border-line bg-surface p-6">
      <h2 id="unavailable" className="text-h3">
        {t("unavailable.title")}
      </h2>
      <p className="mt-2 text-body-2 text-ink-2">{t("unavailable.text")}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {posted.length > 0 ? <Resubmit posted={posted} /> : <Reload />}
        <LinkButton href={address("/track")}>{t("unavailable.track")}</LinkButton>
      </div>
    </section>
  );
}

function Reload() {
  const { t } = useTranslation("calculator");
  const site = useSite();
  return (
    <LinkButton variant="filled" href={site?.address ?? "."}>
      {t("unavailable.again")}
    </LinkButton>
  );
}

function Resubmit({ posted }: { posted: readonly [name: string, value: string][] }) {
  const { t } = useTranslation("calculator");
  return (
    <Form id={pageFormId} method="post">
      {posted.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant="filled">{t("unavailable.again")}</SubmitButton>
    </Form>
  );
}
