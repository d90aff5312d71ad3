import type { ReactNode } from "react";
import type { keysReply } from "../../../contract/order/signed-statements.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";

export type OwnThings = ReturnType<typeof keysReply.parse>["data"];

/** Everything that is ours besides pay-in addresses. */
export function OwnThingsCard({ ours }: { ours: OwnThings }) {
  const { t } = useTranslation("verify");
  const key = ours.keys.find(({ valid_until }) => valid_until === null);
  return (
    <Card aria-labelledby="ours">
      <h2 id="ours" className="text-body-2 font-semibold">
        {t("ours.title")}
      </h2>
      <dl className="mt-2 divide-y divide-line">
        <Row label={t("ours.sites")}>{ours.sites.join(", ")}</Row>
        <Row label={t("ours.emails")}>
          {ours.emails.map((email) => (
            <a key={email} href={`mailto:${email}`} className="text-link-inline block py-1">
              {email}
            </a>
          ))}
        </Row>
        <Row label={t("ours.messengers")}>
          {ours.messengers.length === 0
            ? t("ours.noMessengers")
            : ours.messengers.map(({ name, handle }) => (
                <span key={handle} className="block">
                  {name}: {handle}
                </span>
              ))}
        </Row>
        {key && (
          <Row label={t("ours.key")}>
            <span className="figures">{key.kid.toUpperCase().match(/.{4}/g)?.join(" ")}</span>
          </Row>
        )}
      </dl>
      <p className="mt-2 text-small text-ink-2">
        {t("ours.file")}{" "}
        <a href="/.well-known/exchange-keys.json" className="text-link-inline [overflow-wrap:anywhere]">
          /.well-known/exchange-keys.json
        </a>
      </p>
    </Card>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-body-2 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
