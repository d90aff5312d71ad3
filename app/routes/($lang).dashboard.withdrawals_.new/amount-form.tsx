import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { useWalletMoney } from "../../components/wallets/use-wallet-money.ts";
import { LimitBar } from "../../components/withdrawals/limit-bar.tsx";
import { Field } from "../../forms/field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { AmountLeg } from "./amount-leg.tsx";
import { Destination } from "./destination.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { LimitReached } from "./limit-reached.tsx";
import type { NewWithdrawal } from "./new-withdrawal.ts";
import { Protection } from "./protection.tsx";
import { QuoteSlip } from "./quote-slip.tsx";
import { SavedAddresses } from "./saved-addresses.tsx";
import { useWithdrawalForm } from "./use-withdrawal-form.ts";

/** Amount, address, and what it costs; saved addresses beside them. */
export function AmountForm({ page, asset: first }: { page: NewWithdrawal; asset: string }) {
  const { t } = useTranslation("withdrawals");
  const form = useWithdrawalForm(page, first);
  const money = useWalletMoney(page.assets);
  const { asset, actionData, values, fill, Form } = form;
  const { wallet, rule, kind } = factsOf(page, asset);
  if (!wallet || !rule || !kind) return null;
  const reply = actionData?.reply;
  const quote = actionData?.quote ?? null;
  const labels = { amount: t("new.amount"), account: t("new.to"), memo: t("new.memo") };
  return (
    <div className="grid items-start gap-6 wide:grid-cols-[minmax(0,35rem)_minmax(0,20rem)]">
      <Card main aria-label={t("new.title", { symbol: kind.symbol })}>
        <Form id={pageFormId} method="post" noValidate {...form.events} className="flex flex-col gap-5">
          {/* The Enter key presses the first button of a form. */}
          <button type="submit" name="intent" value="review" tabIndex={-1} aria-hidden="true" className="sr-only" />
          {!actionData?.isQuiet && <FormProblem reply={reply} labels={labels} />}
          {actionData?.limit && <LimitReached limit={actionData.limit} />}
          <input type="hidden" name="source" value={page.source} />
          <input type="hidden" name="after" value={page.after} />
          <AmountLeg
            page={page}
            asset={asset}
            onChoose={form.choose}
            typed={values.amount ?? ""}
            wrong={reply?.fields.amount}
            available={money.short(wallet.available, asset)}
            min={money.short(rule.min_withdraw ?? "0", asset)}
            onAll={(amount) => fill({ amount })}
          />
          <Destination asset={kind} values={values} reply={reply} quote={quote} nameOf={money.name} now={page.now} />
          {kind.needs_memo && (
            <Field name="memo" label={labels.memo} reply={reply} saved={values.memo} maxLength={100} />
          )}
          {!actionData?.limit && <LimitBar limit={quote?.limit ?? page.limit} worth={quote?.worth_usd} />}
          <QuoteSlip quote={quote} source={page.source} fee={rule.withdraw_fee} asset={asset} assets={page.assets} />
          <FormButtons isSending={form.isSending} />
        </Form>
      </Card>
      <div className="space-y-6">
        <SavedAddresses
          saved={page.saved.filter((savedAddress) => savedAddress.asset === asset)}
          now={page.now}
          formId={pageFormId}
          onChoose={({ account, memo }) => fill({ account, memo: memo ?? "" })}
        />
        <Protection />
      </div>
    </div>
  );
}

function factsOf({ wallets, rules, assets }: NewWithdrawal, asset: string) {
  return {
    wallet: wallets.find((wallet) => wallet.asset === asset),
    rule: rules.find((rule) => rule.asset === asset),
    kind: assets[asset],
  };
}
