import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { shownRef } from "../../components/order/shown-ref.ts";
import { useSite } from "../../components/shell/site.ts";
import { Button } from "../../ui/button.tsx";
import { isResting } from "./facts.ts";

/** A person to ask, and the page on paper once there is something to keep. */
export function OrderHelp({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const email = useSite()?.supportEmail ?? "";
  const ref = shownRef(order.ref);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-ink-2">
        {t("help.text", { ref })}{" "}
        <a href={`mailto:${email}?subject=${ref}`} className="inline-block py-1 text-link-inline">
          {email}
        </a>
      </p>
      {isResting(order) && (
        <span className="needs-script no-print">
          <Button size="small" onClick={() => window.print()}>
            <Printer size={16} />
            {t("help.print")}
          </Button>
        </span>
      )}
    </div>
  );
}
