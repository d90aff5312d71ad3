import { Form } from "@remix-run/react";
import type { Withdrawal } from "../../../contract/balance/withdrawals.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { networkWithLabel } from "../../components/summary/network-name.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";

type RecipientProps = { withdrawal: Withdrawal; assets: Assets; isEditable?: boolean };

/** The whole address in groups, with its network. */
export function Recipient({ withdrawal: { asset, account, memo }, assets, isEditable = false }: RecipientProps) {
  const { t } = useTranslation("withdrawals");
  const kind = assets[asset];
  return (
    <div className="address-place space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-small font-medium text-ink-2">
          {t("confirm.address", { network: kind ? networkWithLabel(kind) : asset })}
        </h2>
        {isEditable && (
          <Form method="post">
            <SubmitButton variant="quiet" size="small" intent="edit" className="-mr-3">
              {t("confirm.edit")}
            </SubmitButton>
          </Form>
        )}
      </div>
      <p>
        <AddressGroups address={account} />
      </p>
      {memo && (
        <p className="text-body-2 [overflow-wrap:anywhere]">
          <span className="text-ink-2">{t("confirm.memo")}:</span> <strong className="font-semibold">{memo}</strong>
        </p>
      )}
    </div>
  );
}
