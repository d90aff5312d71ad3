import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import { AskAboutOrder } from "../../components/order/ask-about-order.tsx";
import { HeldRate } from "../../components/order/held-rate.tsx";
import { OrderSteps } from "../../components/order/order-steps.tsx";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { PriceSummary } from "../../components/summary/summary.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { DetailFields } from "./detail-fields.tsx";
import { FoldedPrice } from "./folded-price.tsx";
import { IdentityFields } from "./identity-fields.tsx";
import type { AskedIdentity } from "./identity-questions.server.ts";
import { useFieldTexts } from "./use-field-texts.ts";
import { useIdentityTexts } from "./use-identity-texts.ts";
import type { WalletsOffered } from "./wallets-offered.server.ts";

type DetailsPageProps = {
  order: Order;
  assets: Assets;
  /** A member's saved details, by field. */
  suggested: Record<string, string | null>;
  wallets: WalletsOffered;
  identity: AskedIdentity;
  reply: FormReply | undefined;
};

export function DetailsPage({ order, assets, suggested, wallets, identity, reply }: DetailsPageProps) {
  const { t } = useTranslation("details");
  const words = useFieldTexts(assets[order.from.asset], assets[order.to.asset]);
  const asked = useIdentityTexts();
  const labels = {
    ...Object.fromEntries(order.fields.map((field) => [field.name, words(field)])),
    ...Object.fromEntries((identity?.questions.fields ?? []).map(({ name }) => [name, asked(name)])),
    "payout.wallet": t("wallet.label"),
    "refund.wallet": t("wallet.label"),
  };
  return (
    <div className="page-width grid gap-x-12 gap-y-6 pb-20 pt-6 wide:grid-cols-[minmax(0,1fr)_24rem] lg:pt-10">
      <header className="flex flex-col gap-4 lg:gap-6">
        <h1 className="text-h1">{t("title")}</h1>
        <div className="max-wide:order-first">
          <OrderSteps order={order} current="details" />
        </div>
      </header>
      <div className="wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:pt-[7.25rem]">
        <PriceSummary price={order} assets={assets} placement="side">
          <HeldRate order={order} />
        </PriceSummary>
        <FoldedPrice order={order} assets={assets} />
      </div>
      <Form id={pageFormId} method="post" noValidate className="max-w-text space-y-6">
        <p className="text-body text-ink-2 lg:text-lead">{t("lead")}</p>
        <FormProblem reply={reply} labels={labels} />
        <DetailFields order={order} assets={assets} suggested={suggested} wallets={wallets} reply={reply} />
        {identity && <IdentityFields {...identity} reply={reply} />}
        <div className="space-y-3">
          <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
            {t("submit")}
          </SubmitButton>
          <AskAboutOrder orderRef={order.ref} />
        </div>
      </Form>
    </div>
  );
}
