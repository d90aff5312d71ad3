import { Form } from "@remix-run/react";
import type { ExchangeRules } from "../../../contract/market/rules.ts";
import type { Order } from "../../../contract/order/order.ts";
import { BotCheck } from "../../components/bot-check/bot-check.tsx";
import { HeldRate } from "../../components/order/held-rate.tsx";
import { OrderSteps } from "../../components/order/order-steps.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import { ExceptionTable } from "../../components/rules/exception-table.tsx";
import { type Assets, isAccount } from "../../components/summary/assets.ts";
import { PriceSummary } from "../../components/summary/summary.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { AmountPair } from "./amount-pair.tsx";
import { ConfirmNotice } from "./confirm-notice.tsx";
import { Consents } from "./consents.tsx";
import { EnteredDetails } from "./entered-details.tsx";
import type { OwnWallet } from "./own-wallet.server.ts";
import { hasChoice, PayMethods } from "./pay-methods.tsx";
import { PromoNotice } from "./promo-notice.tsx";
import { AnotherCode, WalletProof } from "./wallet-proof.tsx";

type ConfirmPageProps = {
  /** At the current price. */
  order: Order;
  assets: Assets;
  rules: ExchangeRules | null;
  reply: FormReply | undefined;
  retryAt: string | null;
  /** Of the currency to send; null where nothing can be paid from one. */
  wallet: OwnWallet | null;
  /** The code of a payment from the wallet was emailed. */
  codeSent: boolean;
  /** A guest is asked for a bot check. */
  asksPerson: boolean;
};

export function ConfirmPage(page: ConfirmPageProps) {
  const { order, assets, rules, reply, retryAt } = page;
  const { t } = useTranslation("confirm");
  const money = useMoney(assets);
  return (
    <div className="page-width grid gap-x-12 gap-y-6 pb-20 pt-6 wide:grid-cols-[minmax(0,1fr)_24rem] lg:pt-10">
      <header className="flex flex-col gap-4 lg:gap-6">
        <h1 className="text-h1">{t("title")}</h1>
        <div className="max-wide:order-first">
          <OrderSteps order={order} current="confirm" />
        </div>
      </header>
      <div className="max-wide:hidden wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:pt-[7.25rem]">
        <PriceSummary price={order} assets={assets} placement="side">
          <HeldRate order={order} />
        </PriceSummary>
      </div>
      <div className="min-w-0 space-y-5 lg:space-y-10">
        <ConfirmNotice order={order} assets={assets} reply={reply} retryAt={retryAt} />
        <PromoNotice order={order} />
        <AmountPair order={order} assets={assets}>
          <div className="border-t border-line wide:hidden">
            <HeldRate order={order} flush rate={money.rate(order.effective_rate)} />
          </div>
        </AmountPair>
        <EnteredDetails order={order} assets={assets} />
        <ConfirmForm {...page} />
        <PriceSummary price={order} assets={assets} placement="inline" open />
        <ExceptionTable
          rules={rules}
          show="usual"
          paysBy={isAccount(assets[order.from.asset]) ? "ewallet" : "crypto"}
          folded={reply && isAboutRules(reply) ? "open" : "closed"}
        />
      </div>
    </div>
  );
}

/** A condition that was not accepted: its rules are shown. */
const isAboutRules = (reply: FormReply) => Object.keys(reply.fields).some((name) => /^(rule\.|terms)/.test(name));

function ConfirmForm({ order, assets, reply, wallet, asksPerson, codeSent }: ConfirmPageProps) {
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
    <Form method="post" noValidate className="group/pay space-y-4 lg:space-y-6">
      <PayMethods order={order} assets={assets} reply={reply} wallet={wallet} />
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
        <SubmitButton variant="filled" size="large" pressed={t("pressed")}>
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
    </Form>
  );
}
