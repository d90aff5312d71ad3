import { Form } from "@remix-run/react";
import type { Asset } from "../../../contract/market/pairs.ts";
import { PageHead } from "../../components/dashboard/page-head.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { maskAccount } from "../../components/order/mask-account.ts";
import { pageFormId } from "../../components/shell/page/page-handle.ts";
import { isAccount, placeOf } from "../../components/summary/assets.ts";
import { CodeField } from "../../forms/code-field.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { SubmitButton } from "../../forms/submit-button.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { AddressGroups } from "../../ui/figures/address-groups.tsx";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { Clock, MailCheck } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Stepper } from "../../ui/progress/stepper.tsx";
import type { AddressToConfirm } from "./address-actions.server.ts";

type ConfirmAddressProps = {
  toConfirm: AddressToConfirm;
  assets: Asset[];
  email: string;
  now: string;
  reply: FormReply | undefined;
  triesLeft?: number | undefined;
};

/** The second step: the whole address, from when it can be used, and the code last. */
export function ConfirmAddress(page: ConfirmAddressProps) {
  const { toConfirm, email, reply } = page;
  const { t } = useTranslation("account");
  const above = [
    { name: t("title"), path: "/dashboard/account" },
    { name: t("addresses.title"), path: "/dashboard/account/addresses" },
  ];
  const steps = [{ name: t("addresses.steps.address") }, { name: t("addresses.steps.confirm") }];
  const position = t("addresses.steps.position", { number: 2, total: 2 });
  const mask = maskAccount(email);
  const isByApp = toConfirm.confirm_with === "authenticator";
  return (
    <div className="max-w-[35rem]">
      <PageHead title={t("addresses.confirm.title")} above={above} />
      <div className="mb-6">
        <Stepper steps={steps} current={1} label={t("addresses.steps.label")} position={position} />
      </div>
      <Card main aria-label={t("addresses.confirm.title")}>
        <Form id={pageFormId} method="post" noValidate className="space-y-5">
          <FormProblem reply={reply} labels={{ code: t(`addresses.confirm.${isByApp ? "app" : "email"}`) }} />
          <Shown toConfirm={toConfirm} />
          <AddressSummary {...page} />
          <Code {...page} />
          <SubmitButton
            variant="filled"
            size="large"
            intent="confirm"
            pressed={t("addresses.addPressed")}
            className="w-full"
          >
            {t("addresses.confirm.submit")}
          </SubmitButton>
          <p className="flex gap-2.5 text-small text-ink-2">
            <MailCheck size={18} className="shrink-0 text-success-700" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t(isByApp ? "addresses.confirm.letterToo" : "addresses.confirm.letter", { email: mask })}
            </span>
          </p>
          <div className="flex flex-wrap justify-between gap-x-4">
            <SubmitButton variant="quiet" size="small" intent="change" className="-ml-3">
              {t("addresses.confirm.change")}
            </SubmitButton>
            {!isByApp && (
              <SubmitButton variant="quiet" size="small" intent="add" className="-mr-3">
                {t("addresses.confirm.resend")}
              </SubmitButton>
            )}
          </div>
        </Form>
      </Card>
    </div>
  );
}

/** What the page shows goes along with the code, so that nothing else can be confirmed by it. */
function Shown({ toConfirm }: Pick<ConfirmAddressProps, "toConfirm">) {
  const { asset, account, memo, label, usable_at, confirm_with, renames, challenge } = toConfirm;
  const typed = { asset, account, memo: memo ?? "", label };
  const sent = { valid_until: challenge?.expires_at ?? "", digits: String(challenge?.code_length ?? "") };
  const fields = { ...typed, usable_at, confirm_with, renames: renames ? "1" : "", ...sent };
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function AddressSummary({ toConfirm, assets, now }: ConfirmAddressProps) {
  const { t } = useTranslation("account");
  const times = useMemberTimes();
  const asset = assets.find(({ id }) => id === toConfirm.asset);
  return (
    <div className="address-place space-y-4 border-b border-line pb-5">
      <div className="flex items-center gap-3">
        <AssetMark symbol={asset?.symbol ?? toConfirm.asset} account={isAccount(asset)} />
        <div className="min-w-0">
          <h2 className="text-body-2 font-semibold [overflow-wrap:anywhere]">{toConfirm.label}</h2>
          <p className="text-small text-ink-2">{asset ? `${asset.symbol} ${placeOf(asset)}` : toConfirm.asset}</p>
        </div>
      </div>
      {isAccount(asset) ? (
        <p className="text-h4 [overflow-wrap:anywhere]">{toConfirm.account}</p>
      ) : (
        <p>
          <AddressGroups address={toConfirm.account} />
        </p>
      )}
      {toConfirm.memo && (
        <p className="text-body-2 [overflow-wrap:anywhere]">
          <span className="text-ink-2">{t("addresses.memo")}:</span> <strong>{toConfirm.memo}</strong>
        </p>
      )}
      <p className="text-small text-ink-2">
        {t(isAccount(asset) ? "addresses.confirm.compareAccount" : "addresses.confirm.compare")}
      </p>
      <Note tone="primary" icon={Clock}>
        {toConfirm.renames ? (
          t("addresses.confirm.renames")
        ) : (
          <>
            <strong className="font-semibold">
              {t("addresses.confirm.usable", { time: times.until(validTime(toConfirm.usable_at) ?? now, now) })}
            </strong>{" "}
            {t("addresses.confirm.usableText")}
          </>
        )}
      </Note>
    </div>
  );
}

function Code({ toConfirm, email, now, reply, triesLeft }: ConfirmAddressProps) {
  const { t } = useTranslation("account");
  const times = useMemberTimes();
  const { challenge } = toConfirm;
  const left = triesLeft === undefined ? null : t("addresses.confirm.tries", { count: triesLeft });
  if (toConfirm.confirm_with === "authenticator") {
    const hint = left ?? t("addresses.confirm.appHint");
    return <CodeField name="code" label={t("addresses.confirm.app")} hint={hint} reply={reply} />;
  }
  const until = validTime(challenge?.expires_at);
  const hint = until
    ? t("addresses.confirm.emailHint", { email: maskAccount(email), time: times.until(until, now) })
    : t("addresses.confirm.emailSent", { email: maskAccount(email) });
  const length = challenge?.code_length ?? 6;
  const label = t("addresses.confirm.email");
  return <CodeField name="code" label={label} length={length} hint={left ?? hint} reply={reply} />;
}

/** The times come back with the form, where anybody could change them. */
function validTime(text: string | undefined): string | undefined {
  return text !== undefined && Number.isFinite(Date.parse(text)) ? text : undefined;
}
