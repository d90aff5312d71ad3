import { useSyncExternalStore } from "react";
import { useTranslation } from "../../../i18n/translation.ts";
import { CircleAlert } from "../../../ui/icons/icons.tsx";
import { connection } from "./connection.ts";

/** Says that the open page gets no answers: until it gets some, or the visitor closes it. */
export function ConnectionNotice() {
  const { t } = useTranslation("errors");
  const state = useSyncExternalStore(connection.subscribe, connection.state, () => "answers" as const);
  if (state === "answers") return null;
  return (
    <div
      role="alert"
      className="no-print fixed inset-x-4 bottom-20 z-40 mx-auto flex w-fit max-w-xl items-start gap-3 rounded-note border border-warning-300 bg-warning-100 px-4 py-3 text-body-2 text-warning-900 shadow-e2 lg:bottom-6"
    >
      <CircleAlert size={20} className="mt-0.5 shrink-0" />
      <p>{t(`connection.${state}`)}</p>
      {state !== "waiting" && (
        <button
          type="button"
          onClick={() => connection.set("answers")}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          {t("connection.close")}
        </button>
      )}
    </div>
  );
}
