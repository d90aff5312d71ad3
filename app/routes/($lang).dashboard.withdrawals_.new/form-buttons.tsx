import { useTranslation } from "../../i18n/translation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { buttonClass } from "../../ui/buttons/button-class.ts";

/** On to the confirmation; without scripts also the price first. */
export function FormButtons({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation("withdrawals");
  return (
    <div className="space-y-3">
      <Button
        type="submit"
        name="intent"
        value="review"
        variant="filled"
        size="large"
        busy={isSending}
        busyLabel={t("new.pressed")}
        className="!w-full"
      >
        {t("new.submit")}
      </Button>
      <button type="submit" name="intent" value="quote" className={`${buttonClass({})} needs-no-script w-full`}>
        {t("new.calculate")}
      </button>
      <p className="text-small text-ink-3">{t("new.note")}</p>
    </div>
  );
}
