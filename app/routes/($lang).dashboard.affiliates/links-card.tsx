import { Form } from "@remix-run/react";
import type { AffiliateLink } from "../../../contract/affiliate/affiliate.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FieldFrame } from "../../ui/fields/field-frame.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import type { AffiliateFormResult } from "./affiliate-form-result.ts";
import { PartnerCode } from "./code.tsx";

type LinksCardProps = { links: readonly AffiliateLink[]; actionData: AffiliateFormResult | undefined };

/** Several links, to tell places of publication apart. */
export function LinksCard({ links, actionData }: LinksCardProps) {
  const { t } = useTranslation("affiliates");
  const isKept = useSite()?.restoredForm !== undefined;
  const added = actionData?.form === "add" ? actionData.reply : undefined;
  const renamed = actionData?.form === "rename" ? actionData.reply : undefined;
  return (
    <Card aria-labelledby="links">
      <h2 id="links" className="text-h4">
        {t("links.title")}
      </h2>
      <p className="mt-1 text-small text-ink-2">{t("links.text")}</p>
      <FormProblem reply={renamed} labels={{ label: t("links.label") }} />
      <ul className="mt-3 divide-y divide-line">
        {links.map((link) => (
          <LinkRow key={link.code} link={link} />
        ))}
      </ul>
      <Disclosure
        title={t("links.addTitle")}
        open={added !== undefined || isKept || undefined}
        className="border-t border-line pt-2"
      >
        <Form id={pageFormId} method="post" noValidate className="max-w-[27.5rem] space-y-4">
          <FormProblem reply={added} labels={{ label: t("links.label"), code: t("links.code") }} />
          <Field
            name="label"
            label={t("links.label")}
            hint={t("links.labelHint")}
            reply={added}
            required
            maxLength={40}
            autoComplete="off"
          />
          <Field
            name="code"
            label={t("links.code")}
            hint={t("links.codeHint")}
            reply={added}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SubmitButton variant="outlined" intent="add" pressed={t("links.addPressed")}>
            {t("links.add")}
          </SubmitButton>
        </Form>
      </Disclosure>
    </Card>
  );
}

function LinkRow({ link }: { link: AffiliateLink }) {
  const { t } = useTranslation("affiliates");
  const name = link.label ?? (link.is_main ? t("links.main") : link.code);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-56">
          <span className="block text-body-2 font-semibold">{name}</span>
          {name !== link.code && (
            <span className="block text-small text-ink-2">
              {t("links.code")} <PartnerCode code={link.code} />
            </span>
          )}
          <span className="block select-all text-small text-ink-2 [overflow-wrap:anywhere]">{link.link}</span>
        </span>
        <CopyButton value={link.link} label={t("link.copy")} copiedLabel={t("link.copied")} />
        {!link.is_main && (
          <form method="post">
            <input type="hidden" name="code" value={link.code} />
            <button
              type="submit"
              name="intent"
              value="remove"
              aria-label={t("links.removeOf", { name })}
              className={buttonClass({ size: "small" })}
            >
              {t("links.remove")}
            </button>
          </form>
        )}
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-small text-link hover:underline">
          {t("links.rename")}
        </summary>
        <form method="post" className="mt-2 flex flex-wrap items-end gap-3">
          <input type="hidden" name="code" value={link.code} />
          <FieldFrame id={`label-${link.code}`} label={t("links.label")}>
            <TextInput
              id={`label-${link.code}`}
              name="label"
              defaultValue={link.label ?? ""}
              maxLength={40}
              autoComplete="off"
            />
          </FieldFrame>
          <button type="submit" name="intent" value="rename" className={buttonClass({ size: "small" })}>
            {t("links.save")}
          </button>
        </form>
      </details>
    </li>
  );
}
