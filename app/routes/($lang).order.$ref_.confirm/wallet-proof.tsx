import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { CodeField } from "../../forms/code-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Clock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { OwnWallet } from "./own-wallet.server.ts";

type WalletProofProps = { wallet: OwnWallet; now: string; reply: FormReply | undefined; codeSent: boolean };

/** Shown while the wallet is chosen, and always where the browser cannot tell. */
const withWallet = "supports-[selector(:has(*))]:hidden group-has-[[value=balance]:checked]/pay:!block";

/**
 * What paying from the wallet takes: the code, and the wait of a new account. It shows with that choice only, where the
 * browser can tell; amount and account go along as they were read, so that the code confirms nothing else.
 */
export function WalletProof({ wallet, now, reply, codeSent }: WalletProofProps) {
  const { t } = useTranslation("confirm");
  const href = useHref();
  const times = useMemberTimes();
  const { terms, email } = wallet;
  if (!terms || terms.confirm_with === null) return null;
  const isEmailed = terms.confirm_with === "email";
  const waiting = codeSent ? t("payWith.balance.sent", { email }) : t("payWith.balance.willSend", { email });
  return (
    <div className={`space-y-4 ${withWallet}`}>
      <input type="hidden" name="shown_amount" value={terms.amount} />
      <input type="hidden" name="shown_account" value={terms.account ?? ""} />
      {terms.available_at && (
        <Note tone="warning" icon={Clock}>
          {t("payWith.balance.newAccount", { account: terms.account, time: times.until(terms.available_at, now) })}{" "}
          <a href={href("/dashboard/account/addresses")} className="text-link-inline">
            {t("payWith.balance.saved")}
          </a>
        </Note>
      )}
      <CodeField
        name="code"
        label={t(isEmailed ? "payWith.balance.emailCode" : "payWith.balance.appCode")}
        hint={isEmailed ? waiting : t("payWith.balance.appHint")}
        reply={reply}
      />
    </div>
  );
}

/** Comes after the form's main button: Enter in the field of the code presses the first one, which has to pay. */
export function AnotherCode() {
  const { t } = useTranslation("confirm");
  return (
    <div className={withWallet}>
      <SubmitButton variant="quiet" intent="code">
        {t("payWith.balance.again")}
      </SubmitButton>
    </div>
  );
}
