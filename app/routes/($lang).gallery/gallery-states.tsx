import { Button } from "../../ui/buttons/button.tsx";
import { Check, Clock, Info, Pause, Send, TriangleAlert, X } from "../../ui/icons/icons.tsx";
import { Badge } from "../../ui/messages/badge.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { LiveRegion } from "../../ui/messages/live-region.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { Timeline } from "../../ui/progress/timeline.tsx";
import { Shelf } from "./shelf.tsx";

const tones = [
  { tone: "secondary", icon: Clock, words: "Waiting for payment" },
  { tone: "warning", icon: Pause, words: "Приостановлена" },
  { tone: "primary", icon: Send, words: "Sending" },
  { tone: "success", icon: Check, words: "Завершена" },
  { tone: "gray", icon: X, words: "Cancelled" },
  { tone: "error", icon: TriangleAlert, words: "Ошибка" },
] as const;

export function GalleryStates() {
  return (
    <>
      <Shelf name="States">
        <p className="flex flex-wrap gap-2">
          {tones.map(({ tone, icon, words }) => (
            <Badge key={tone} tone={tone} icon={icon}>
              {words}
            </Badge>
          ))}
        </p>
      </Shelf>
      <Shelf name="Notes">
        <Note icon={Info}>If you choose nothing, we send the refund tomorrow at 09:11.</Note>
        {tones.map(({ tone, icon, words }) => (
          <Note key={tone} tone={tone} icon={icon}>
            <strong className="font-semibold">{words}.</strong> Check the marked characters.
          </Note>
        ))}
      </Shelf>
      <Shelf name="Timeline">
        <Timeline
          entries={[
            { key: "created", state: "done", title: "Order created", time: "09:00" },
            {
              key: "waiting",
              state: "now",
              tone: "secondary",
              icon: Clock,
              title: "Waiting for 501 USDT",
              time: "by 09:33",
            },
            { key: "sent", state: "next", title: "Paid out", detail: "to a***@mail.com, 5–30 minutes" },
          ]}
        />
      </Shelf>
      <Shelf name="Empty, loading">
        <EmptyState title="No orders yet" action={<Button variant="filled">Make the first exchange</Button>}>
          Your orders and their receipts will stay here.
        </EmptyState>
        <Skeleton className="w-40" />
        <Skeleton className="w-64" />
        <LiveRegion>Nothing changes here by itself.</LiveRegion>
      </Shelf>
    </>
  );
}
