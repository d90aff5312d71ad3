import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Hourglass, Send, TriangleAlert, Undo2, X } from "../../ui/icons/icons.tsx";
import type { TimelineEntry } from "../../ui/progress/timeline.tsx";
import type { FollowPageProps } from "./follow-props.ts";
import { waitingStage } from "./waiting-stage.ts";

const ends = [
  { name: "cancelled", icon: X, tone: "gray" },
  { name: "rejected", icon: TriangleAlert, tone: "error" },
  { name: "failed", icon: Undo2, tone: "warning" },
] as const;

/** What has happened, and what is still to come. */
export function useTimeline({ withdrawal, assets, now }: Pick<FollowPageProps, "withdrawal" | "assets" | "now">) {
  const { t } = useTranslation("withdrawals");
  const times = useMemberTimes();
  const { status, asset, timeline, available_at: usableAt } = withdrawal;
  const kind = assets[asset];
  const network = kind ? placeOf(kind) : asset;
  const timeOf = (name: string) => {
    const at = timeline.find((entry) => entry.status === name)?.at;
    return at === undefined ? undefined : times.until(at, now);
  };
  const done = (key: string, title: string, time: string | undefined): TimelineEntry[] =>
    time === undefined ? [] : [{ key, state: "done", title, time }];
  const cooled = timeOf("cooling_off");
  const entries = [
    ...done("requested", t("one.step.requested"), timeOf("requested")),
    ...done("confirmed", t("one.step.confirmed"), cooled ?? timeOf("approved")),
  ];
  if (status === "cooling_off") {
    const time = usableAt ? t("one.step.until", { time: times.until(usableAt, now) }) : undefined;
    const detail = t("one.step.canCancel");
    entries.push({ key: "cooling", state: "now", icon: Hourglass, title: t("one.step.cooling"), detail, time });
    entries.push({ key: "sent", state: "next", title: t("one.step.sentNext", { network }) });
    return entries;
  }
  if (cooled) entries.push(...done("cooling", t("one.step.cooling"), timeOf("approved")));
  if (status === "approved" || status === "processing") {
    const stage = waitingStage(withdrawal);
    const title = t(`one.step.${stage === "release" || stage === "network_fee" ? "waiting" : (stage ?? "sending")}`);
    entries.push({ key: "sending", state: "now", icon: stage === null ? Send : Hourglass, title });
    entries.push({ key: "sent", state: "next", title: t("one.step.sentNext", { network }) });
  }
  entries.push(...done("sent", t("one.step.sent", { network }), timeOf("completed")));
  const end = ends.find(({ name }) => name === status);
  if (end) {
    const { name, icon, tone } = end;
    entries.push({ key: name, state: "done", icon, tone, title: t(`one.step.${name}`), time: timeOf(name) });
  }
  return entries;
}
