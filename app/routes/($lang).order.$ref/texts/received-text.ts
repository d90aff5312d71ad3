import type { TFunction } from "i18next";
import type { useTimes } from "../../../components/order/use-times.ts";

/** Names the amount received: "Received at 04:06", or with its day when it was not today. */
export function receivedText(
  t: TFunction<"order">,
  times: Pick<ReturnType<typeof useTimes>, "clock" | "otherDay">,
  at: string | null | undefined,
): string {
  if (!at) return t("choice.received");
  const day = times.otherDay(at);
  const time = times.clock(at);
  return day === null ? t("choice.receivedAt", { time }) : t("choice.receivedOn", { day, time });
}
