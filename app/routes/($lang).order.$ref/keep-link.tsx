import { Form, useFetcher } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Order } from "../../../contract/order/order.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { Link as LinkIcon } from "../../ui/icons/icons.tsx";

/** The response of the page's action to this card. */
export type OrderLinkResult = { link?: string; mailed?: boolean };

/**
 * The link opens the order anywhere, so the page contains it only on request: see docs/decisions/061. With scripts the
 * press also copies it.
 */
export function KeepLink({ order, actionData }: { order: Order; actionData: OrderLinkResult | undefined }) {
  const { t } = useTranslation("order");
  const fetcher = useFetcher<{ linkResult?: OrderLinkResult }>();
  const fieldId = useId();
  const [copied, setCopied] = useState(false);
  const fetched = fetcher.data?.linkResult?.link;
  const link = fetched ?? actionData?.link;
  useEffect(() => {
    if (!fetched) return;
    // Without clipboard permission the field and its copy button remain.
    navigator.clipboard?.writeText(fetched).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }, [fetched]);

  return (
    <Card aria-labelledby="keep-link" className="no-print space-y-3">
      <div>
        <h2 id="keep-link" className="text-h4">
          {t("link.title")}
        </h2>
        <p className="text-small text-ink-2">
          {order.email && !order.email_refused
            ? t("link.why", { email: maskAccount(order.email) })
            : t("link.whyNoMail")}
        </p>
      </div>
      {link && (
        <div className="space-y-1.5">
          <label htmlFor={fieldId} className="text-small font-medium">
            {t("link.address")}
          </label>
          <TextInput id={fieldId} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <p className="text-small text-ink-3">{t("link.shown")}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {link ? (
          <>
            <CopyButton value={link} label={t("link.copy")} copiedLabel={t("pay.copied")} />
            {copied && (
              <span role="status" className="text-small text-ink-2">
                {t("pay.copied")}
              </span>
            )}
          </>
        ) : (
          <fetcher.Form method="post">
            <AskButton busy={fetcher.state !== "idle"} />
          </fetcher.Form>
        )}
        {order.email && !actionData?.mailed && (
          <Form method="post">
            <SubmitButton variant="quiet" size="small" intent="send_link">
              {t("link.send")}
            </SubmitButton>
          </Form>
        )}
      </div>
      {actionData?.mailed && (
        <p role="status" className="text-small text-ink-2">
          {t("link.sent", { email: order.email ? maskAccount(order.email) : "" })}
        </p>
      )}
    </Card>
  );
}

function AskButton({ busy }: { busy: boolean }) {
  const { t } = useTranslation("order");
  const copies = useHydrated();
  return (
    <Button type="submit" size="small" name="intent" value="show_link" busy={busy}>
      <LinkIcon size={16} />
      {t(copies ? "link.copy" : "link.show")}
    </Button>
  );
}
