import { Form } from "@remix-run/react";
import type { Order } from "../../../contract/order/order.ts";
import type { PayerLimit } from "../../../contract/order/payer-limit.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { BotCheck } from "../../components/bot-check/bot-check.tsx";
import { AskAboutOrder } from "../../components/order/ask-about-order.tsx";
import { OrderSteps } from "../../components/order/order-steps.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { type Assets, isAccount } from "../../components/summary/assets.ts";
import { PriceBreakdown } from "../../components/summary/summary.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { AmountPair } from "./amount-pair.tsx";
import { ApprovalNote, TrialForm } from "./approval-note.tsx";
import { ConfirmNotice } from "./confirm-notice.tsx";
import { Consents } from "./consents.tsx";
import { EnteredDetails } from "./entered-details.tsx";
import type { OwnWallet } from "./own-wallet.server.ts";
import { hasChoice, PayMethods } from "./pay-methods.tsx";
import type { PayoutApproval } from "./payout-approval.server.ts";
import { PromoNotice } from "./promo-notice.tsx";
import { AnotherCode, WalletProof } from "./wallet-proof.tsx";

type ConfirmPageProps = {
  /** At the current price. */
  order: Order;
  assets: Assets;
  rules: ExchangeRules | null;
  reply: FormReply | undefined;
  retryAt: string | null;
  payerLimit: PayerLimit | null;
  /** Of the currency to send; null where nothing can be paid from one. */
  wallet: OwnWallet | null;
  /** The code of a payment from the wallet was emailed. */
  codeSent: boolean;
  /** Null if the payout needs no manual approval. */
  approval: PayoutApproval | null;
  /** A guest is asked for a bot check. */
  asksPerson: boolean;
};

export function ConfirmOrderPage(page: ConfirmPageProps) {
  const { order, assets, reply, retryAt, payerLimit } = page;
  const { t } = useTranslation("confirm");
  return (
    <div className="page-width space-y-5 pb-20 pt-4 lg:space-y-8 lg:pt-10">
      <header className="flex flex-col gap-4 lg:gap-6">
        <h1 className="text-h1">{t("title")}</h1>
        <div className="max-wide:order-first">
          <OrderSteps order={order} current="confirm" />
        </div>
      </header>
      <ConfirmNotice order={order} assets={assets} reply={reply} retryAt={retryAt} payerLimit={payerLimit} />
      <PromoNotice order={order} />
      <AmountPair order={order} assets={assets} />
      <ConfirmForm {...page} />
      {page.approval && <TrialForm order={order} approval={page.approval} />}
      <AskAboutOrder orderRef={order.ref} />
    </div>
  );
}

/** A condition that was not accepted: its rules are shown. */
const isAboutRules = (reply: FormReply) => Object.keys(reply.fields).some((name) => /^(rule\.|terms)/.test(name));

/** What was entered and how to pay; beside it, where there is room, what is agreed to and the button. */
function ConfirmForm(page: ConfirmPageProps) {
  const { order, assets, rules, reply, wallet, approval, asksPerson, codeSent } = page;
  const { t } = useTranslation("confirm");
  const money = useMoney(assets);
  const amount = money.text(order.from.amount, order.from.asset);
  const requoted = reply?.problem === "quote_expired" || reply?.problem === "rate_changed";
  const ranOut = order.quote_expires_at <= order.server_time;
  const label = requoted ? "submitNew" : ranOut ? "seeNew" : "submit";
  const byInvoice = isAccount(assets[order.from.asset]);
  const otherwise = hasChoice(order, null) ? "afterChoice" : "after";
  const after = wallet?.covers ? "afterWallet" : byInvoice ? "afterInvoice" : otherwise;
  return (
    <Form
      id={pageFormId}
      method="post"
      noValidate
      className="group/pay grid gap-x-12 gap-y-5 lg:gap-y-10 wide:grid-cols-[minmax(0,1fr)_24rem] wide:grid-rows-[auto_1fr]"
    >
      <div className="min-w-0 space-y-5 lg:space-y-10">
        <EnteredDetails order={order} assets={assets} />
        <PayMethods order={order} assets={assets} reply={reply} wallet={wallet} />
      </div>
      <section
        aria-labelledby="agree"
        className="flex flex-col gap-2 wide:gap-4 wide:sticky wide:top-6 wide:row-span-2 wide:self-start wide:rounded-main wide:border wide:border-line wide:bg-surface wide:p-6 wide:shadow-e2"
      >
        <h2 id="agree" className="text-h4 max-wide:sr-only">
          {t("agree")}
        </h2>
        {approval && <ApprovalNote order={order} assets={assets} approval={approval} />}
        <Consents order={order} reply={reply} />
        {wallet && <WalletProof wallet={wallet} now={order.server_time} reply={reply} codeSent={codeSent} />}
        <input type="hidden" name="quote_id" value={order.quote_id} />
        <input type="hidden" name="get" value={order.to.amount} />
        {asksPerson && (
          <div className="max-w-[27.5rem]">
            <BotCheck action="order" reply={reply} />
          </div>
        )}
        <div className="space-y-3">
          <SubmitButton variant="filled" size="large" pressed={t("pressed")} className="wide:!w-full">
            {wallet?.terms ? (
              <>
                <span className="group-has-[[value=balance]:checked]/pay:hidden">{t(label, { amount })}</span>
                <span className="hidden group-has-[[value=balance]:checked]/pay:inline">
                  {t(label === "submit" ? "submitWallet" : label, { amount })}
                </span>
              </>
            ) : (
              t(label, { amount })
            )}
          </SubmitButton>
          {wallet?.terms?.confirm_with === "email" && codeSent && <AnotherCode />}
          <p className="max-w-sm text-small text-ink-3">{t(after)}</p>
        </div>
      </section>
      <div className="min-w-0 space-y-5">
        <PriceBreakdown price={order} assets={assets} />
        <ExceptionTable
          rules={rules}
          show="usual"
          paysBy={byInvoice ? "ewallet" : "crypto"}
          folded={reply && isAboutRules(reply) ? "open" : "closed"}
        />
      </div>
    </Form>
  );
}
