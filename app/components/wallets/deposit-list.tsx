import type { Deposit } from "../../../contract/balance/wallets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Check, CircleAlert, type IconComponent, Undo2, X } from "../../ui/icons/icons.tsx";
import { useMemberTimes } from "../dashboard/use-member-times.ts";
import type { Assets } from "../summary/assets.ts";
import { useWalletMoney } from "./use-wallet-money.ts";

type DepositListProps = {
  title: string;
  deposits: readonly Deposit[];
  assets: Assets;
  /** The server's time of the page. */
  now: string;
};

const marks: Record<string, { icon: IconComponent; tone: string }> = {
  credited: { icon: Check, tone: "bg-success-100 text-success-700" },
  gone: { icon: X, tone: "bg-gray-100 text-gray-700" },
  unclaimed: { icon: CircleAlert, tone: "bg-warning-100 text-warning-700" },
  checking: { icon: CircleAlert, tone: "bg-warning-100 text-warning-700" },
  returned: { icon: Undo2, tone: "bg-gray-100 text-gray-700" },
  taken_back: { icon: Undo2, tone: "bg-error-100 text-error-700" },
};
const ends = ["gone", "unclaimed", "returned", "taken_back", "checking"] as const;

/** What became of deposits: credited ones need no word, the others have theirs. */
export function DepositList({ title, deposits, assets, now }: DepositListProps) {
  const { t } = useTranslation("wallets");
  const times = useMemberTimes();
  const money = useWalletMoney(assets);
  if (deposits.length === 0) return null;
  return (
    <Card aria-labelledby="earlier">
      <h2 id="earlier" className="text-h4">
        {title}
      </h2>
      <ul className="mt-2 divide-y divide-line text-body-2">
        {deposits.map((deposit) => {
          const { icon: Icon, tone } = marks[deposit.status] ?? { icon: CircleAlert, tone: "bg-inset text-ink-2" };
          const end = ends.find((status) => status === deposit.status);
          return (
            <li key={deposit.id} className="flex gap-3 py-3 last:pb-0">
              <span className={classNames("grid size-6 shrink-0 place-items-center rounded-full", tone)}>
                <Icon size={15} className="icon-bold" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span className="text-ink-2">{times.until(deposit.seen_at, now)}</span>
                  <span className={classNames("figures font-semibold", deposit.status !== "credited" && "text-ink-3")}>
                    {deposit.status === "credited" && "+"}
                    {money.figure(deposit.amount)} <span className="unit">{money.symbol(deposit.asset)}</span>
                  </span>
                </span>
                {end && (
                  <span className="block text-small text-ink-2">
                    {deposit.status === "checking" && deposit.check_by !== null
                      ? t("deposits.end.checkingBy", { time: times.until(deposit.check_by, now) })
                      : t(`deposits.end.${end}`)}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
