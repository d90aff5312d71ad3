import { useEffect, useRef } from "react";
import type { BotCheckAction } from "../../../contract/bot-check/actions.ts";
import { CodeField } from "../../forms/code-field.tsx";
import type { FormReply } from "../../forms/reply.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useSite } from "../../site/site.ts";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { Check, MailCheck, ShieldCheck } from "../../ui/icons/icons.tsx";
import { Spinner } from "../../ui/progress/spinner.tsx";
import { attachBotCheck } from "./browser/attach-bot-check.ts";

type BotCheckProps = { action: BotCheckAction; reply: FormReply | undefined };

/**
 * The bot check of a form, last before its button: a box that solves it in the browser. Without scripts, or where the
 * check fails, a code by email takes its place. Give the schema `botCheckFields`, pass `proofOf(form.value)` to the
 * call, and answer a refusal with `botCheckReply`. Nothing where the check is off.
 */
export function BotCheck({ action, reply }: BotCheckProps) {
  const check = useSite()?.botCheck;
  const root = useRef<HTMLDivElement>(null);
  const code = reply?.emailedCode;
  // A token works once, so each reply begins anew.
  useEffect(() => attachTo(root.current, reply), [reply]);
  const texts = useTextsOf(action);
  if (!check) return null;
  if (code) return <EmailedCode code={code} reply={reply} />;
  const isRefused = reply?.problem === "captcha_failed" || reply?.problem === "captcha_unavailable";
  return (
    <div
      ref={root}
      className="group/check"
      data-bot-check={action}
      data-provider={check.provider}
      data-site-key={check.siteKey}
      data-refused={isRefused ? "" : undefined}
      data-state={isRefused ? "failed" : "idle"}
    >
      <PlainNote texts={texts} />
      <Box isOurs={check.provider === "altcha"} texts={texts} />
      <input type="hidden" name="captcha_token" defaultValue="" />
    </div>
  );
}

/** Nothing where a code by email takes the place of the box. */
function attachTo(box: HTMLElement | null, reply: FormReply | undefined): (() => void) | undefined {
  return box && !reply?.emailedCode ? attachBotCheck(box) : undefined;
}

type CheckTexts = { plain: string; failed: string; byEmail: string };

/** A subscription is confirmed by a link anyway, which takes the place of the code. */
function useTextsOf(action: BotCheckAction): CheckTexts {
  const { t } = useTranslation("check");
  if (action === "subscribe") return { plain: t("link.plain"), failed: t("link.failed"), byEmail: t("link.byEmail") };
  return { plain: t("plain"), failed: t("failed"), byEmail: t("byEmail") };
}

/** In the place of the box, where there are no scripts. */
function PlainNote({ texts }: { texts: CheckTexts }) {
  return (
    <p className="needs-no-script flex items-center gap-3 rounded border border-line bg-page px-4 py-3 text-body-2">
      <MailCheck size={20} className="shrink-0 text-ink-3" />
      {texts.plain}
    </p>
  );
}

/** All its states; `data-state` shows one. The script also works in the dialog, which renders without React. */
function Box({ isOurs, texts }: { isOurs: boolean; texts: CheckTexts }) {
  const { t } = useTranslation("check");
  return (
    <div className="needs-script">
      <label
        htmlFor="bot_check"
        className="flex min-h-[3.25rem] items-center gap-3.5 rounded border border-line bg-page px-4 py-2 text-body-2 group-data-[state=failed]/check:border-error-600"
      >
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            id="bot_check"
            type="checkbox"
            aria-describedby={isOurs ? "bot_check-hint" : undefined}
            className="peer size-6 appearance-none rounded-badge border border-control bg-surface checked:border-solid checked:bg-solid group-data-[state=running]/check:border-control group-data-[state=running]/check:bg-surface forced-colors:appearance-auto"
          />
          <Check
            size={18}
            className="icon-bold pointer-events-none absolute hidden text-on-solid peer-checked:block group-data-[state=running]/check:!hidden forced-colors:!hidden"
          />
          <span className="pointer-events-none absolute hidden group-data-[state=running]/check:block">
            <Spinner />
          </span>
        </span>
        <span className="flex-1">
          <span className="group-data-[state=passed]/check:hidden group-data-[state=running]/check:hidden">
            {t("idle")}
          </span>
          <span className="hidden group-data-[state=running]/check:inline">{t("running")}</span>
          <span className="hidden group-data-[state=passed]/check:inline">{t("passed")}</span>
        </span>
        <ShieldCheck size={18} className="shrink-0 text-ink-3" />
      </label>
      <div data-bot-check-widget="" className="empty:hidden" />
      {/* Said when the state changes; the texts above are the box's name. */}
      <div role="status" className="sr-only" data-running={t("running")} data-passed={t("passed")} />
      <div role="alert" className="hidden group-data-[state=failed]/check:block">
        <FieldError id="bot_check-error">
          {texts.failed}{" "}
          <button type="button" data-bot-check-email="" className="inline-block py-1 font-semibold text-link-inline">
            {texts.byEmail}
          </button>
        </FieldError>
      </div>
      {isOurs && (
        <p id="bot_check-hint" className="mt-1.5 text-small text-ink-3">
          {t("hint")}
        </p>
      )}
    </div>
  );
}

type EmailedCodeProps = { code: NonNullable<FormReply["emailedCode"]>; reply: FormReply | undefined };

function EmailedCode({ code, reply }: EmailedCodeProps) {
  const { t } = useTranslation("check");
  return (
    <>
      <input type="hidden" name="email_challenge_id" value={code.id} />
      <input type="hidden" name="email_code_digits" value={code.digits} />
      <CodeField
        name="email_code"
        label={t("code")}
        hint={t("codeHint", { email: code.email })}
        length={code.digits}
        reply={reply}
      />
    </>
  );
}
