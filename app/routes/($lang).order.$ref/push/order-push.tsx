import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Order } from "../../../../contract/order/order.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Bell } from "../../../ui/icons/icons.tsx";
import { type PushState, pushStateAt, switchOff, switchOn } from "./browser-push.ts";

/**
 * Notifications of this browser about the order. The permission is asked for by a press only. Nothing without scripts,
 * for an ended order, and where web push is off. Until the state is known the place of the most usual one is kept, so
 * that nothing moves.
 */
export function OrderPush({ order }: { order: Order }) {
  const { t } = useTranslation("order");
  const path = `${useLocation().pathname}/push`;
  const key = order.push_key;
  const [pushState, setFound] = useState<PushState>();
  const [work, setWork] = useState<"idle" | "busy" | "failed">("idle");
  useEffect(() => {
    let isShown = true;
    // A browser that does not answer is offered to switch on, which says what is wrong.
    if (key)
      void pushStateAt(path).then(
        (at) => isShown && setFound(at),
        () => isShown && setFound("off"),
      );
    return () => {
      isShown = false;
    };
  }, [key, path]);
  if (!key) return null;
  const state = pushState ?? "off";

  async function run(change: Promise<PushState>) {
    setWork("busy");
    try {
      setFound(await change);
      setWork("idle");
    } catch {
      setWork("failed");
    }
  }
  const busy = work === "busy";
  return (
    <Card aria-labelledby="push" className="needs-script no-print space-y-3">
      <div>
        <h2 id="push" className="text-h4">
          {t("push.title")}
        </h2>
        <p role="status" className="text-small text-ink-2">
          {t(`push.${state}`)}
        </p>
      </div>
      {state === "off" && (
        <Button size="small" busy={busy} onClick={() => void run(switchOn(path, key))}>
          <Bell size={16} />
          {t("push.switchOn")}
        </Button>
      )}
      {state === "on" && (
        <Button size="small" variant="quiet" busy={busy} onClick={() => void run(switchOff(path))}>
          {t("push.switchOff")}
        </Button>
      )}
      {work === "failed" && (
        <p role="alert" className="text-small text-error-700">
          {t("push.failed")}
        </p>
      )}
    </Card>
  );
}
