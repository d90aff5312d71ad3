import { useTranslation } from "../../i18n/translation.ts";
import { Stepper } from "../../ui/progress/stepper.tsx";

const steps = ["amount", "confirm", "follow"] as const;

/** Amount, confirmation, follow-up. */
export function WithdrawalSteps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTranslation("withdrawals");
  const index = steps.indexOf(current);
  return (
    <div className="mb-6 max-w-[35rem]">
      <Stepper
        steps={steps.map((name) => ({ name: t(`steps.${name}`) }))}
        current={index}
        label={t("steps.label")}
        position={t("steps.position", { number: index + 1, total: steps.length })}
      />
    </div>
  );
}
