import { type WithdrawalStatus, withdrawalStatuses } from "../../../contract/balance/withdrawal-lists.ts";
import { useTranslation } from "../../i18n/translation.ts";
import {
  Check,
  Circle,
  Clock,
  Hourglass,
  type IconComponent,
  Send,
  TriangleAlert,
  Undo2,
  X,
} from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import type { Tone } from "../../ui/messages/tone.ts";

const styles: Record<WithdrawalStatus, { tone: Tone; icon: IconComponent }> = {
  requested: { tone: "secondary", icon: Clock },
  confirm_pending: { tone: "secondary", icon: Clock },
  cooling_off: { tone: "primary", icon: Hourglass },
  approved: { tone: "primary", icon: Send },
  processing: { tone: "primary", icon: Send },
  completed: { tone: "success", icon: Check },
  cancelled: { tone: "gray", icon: X },
  rejected: { tone: "error", icon: TriangleAlert },
  failed: { tone: "warning", icon: Undo2 },
};

/** By what it waits for; everything else just waits to be sent. */
const waits: Readonly<Record<string, "review" | "paused">> = { review: "review", check: "review", paused: "paused" };

/** A status that only a newer service knows is in progress. What waits before it is sent is not being sent. */
export function WithdrawalBadge({ status, waitsFor = null }: { status: string; waitsFor?: string | null }) {
  const { t } = useTranslation("withdrawals");
  const knownStatus = withdrawalStatuses.find((name) => name === status);
  // While it is only approved, nothing was to be sent yet.
  const step = status === "processing" && waitsFor !== null ? (waits[waitsFor] ?? "waiting") : undefined;
  if (step) {
    return (
      <Badge tone="secondary" icon={Hourglass}>
        {t(`one.step.${step}`)}
      </Badge>
    );
  }
  const { tone, icon } = knownStatus ? styles[knownStatus] : { tone: "gray" as const, icon: Circle };
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${knownStatus ?? "other"}`)}
    </Badge>
  );
}
