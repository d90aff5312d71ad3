import { useState } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { LinkButton } from "../../ui/buttons/link-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Segments, Tabs } from "../../ui/fields/segments.tsx";
import { WifiOff } from "../../ui/icons/icons.tsx";
import { Toast } from "../../ui/messages/toast.tsx";
import { Stepper } from "../../ui/progress/stepper.tsx";
import { Shelf } from "./shelf.tsx";

const steps = [
  { name: "Amount", to: "#amount" },
  { name: "Details", to: "#details" },
  { name: "Confirm" },
  { name: "Pay" },
];

export function GalleryActions() {
  return (
    <>
      <Shelf name="Buttons">
        {(["small", "medium", "large"] as const).map((size) => (
          <p key={size} className="flex flex-wrap items-center gap-3">
            <Button size={size} variant="filled">
              Pay 501 USDT
            </Button>
            <Button size={size} variant="filled" busy busyLabel="Confirming">
              Confirm and pay
            </Button>
            <Button size={size}>Copy amount</Button>
            <Button size={size} variant="quiet">
              Send again
            </Button>
            <Button size={size} variant="danger">
              Cancel the order
            </Button>
            <Button size={size} disabled>
              Not available
            </Button>
            <LinkButton size={size} href="#link">
              A link
            </LinkButton>
          </p>
        ))}
        <CopyButton
          value="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"
          label="Copy address"
          copiedLabel="Copied"
          variant="filled"
        />
      </Shelf>
      <Shelf name="Steps, segments, tabs">
        {[0, 2, 3].map((current) => (
          <Stepper
            key={current}
            steps={steps}
            current={current}
            label={`Steps ${current}`}
            position={`Step ${current + 1} of 4`}
          />
        ))}
        <Segments
          label="Products"
          segments={["USDT to PayPal", "Криптовалюта на PayPal", "PayPal to crypto"].map((name, index) => ({
            name,
            to: `#segment-${index}`,
            current: index === 0,
          }))}
        />
        <Tabs
          label="Orders"
          tabs={["All", "Open", "Refunds"].map((name, index) => ({
            name,
            to: `#tab-${index}`,
            current: index === 0,
            count: String(57 - index * 20),
          }))}
        />
      </Shelf>
      <Shelf name="Dialog, toast">
        <Overlays />
      </Shelf>
    </>
  );
}

function Overlays() {
  const [openOverlay, setShown] = useState<"dialog" | "toast" | null>(null);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setShown("dialog")}>Open the dialog</Button>
      <Button onClick={() => setShown("toast")}>Show a toast</Button>
      <Dialog open={openOverlay === "dialog"} title="Sign in" closeLabel="Close" onClose={() => setShown(null)}>
        <span className="text-body-2 text-ink-2">You will return to where you were.</span>
      </Dialog>
      {openOverlay === "toast" && (
        <Toast icon={WifiOff} closeLabel="Close" onClose={() => setShown(null)}>
          No connection. Shown as of 09:05
        </Toast>
      )}
    </div>
  );
}
