import { referralStates } from "../../../contract/affiliate/affiliate-lists.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Check, Clock, Minus, Scale } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";

const looks = {
  open: { tone: "gray", icon: Clock },
  waiting: { tone: "primary", icon: Clock },
  disputed: { tone: "error", icon: Scale },
  counted: { tone: "success", icon: Check },
  not_counted: { tone: "gray", icon: Minus },
} as const;

/** A state that this site does not know is shown as open. */
export function ReferralBadge({ state }: { state: string }) {
  const { t } = useTranslation("affiliates");
  const referralState = referralStates.find((candidate) => candidate === state) ?? "open";
  return <Badge {...looks[referralState]}>{t(`state.${referralState}`)}</Badge>;
}
