import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { textsFor } from "../../../i18n/texts/texts.server.ts";
import { TextsProvider, useTranslation } from "../../../i18n/translation.ts";
import { receivedText } from "./received-text.ts";

const at = "2026-11-24T04:06:00.000Z";

test.each([
  ["en", "24 November", "Received", "Received at 04:06", "Received on 24 November at 04:06"],
  ["ru", "24 ноября", "Получено", "Получено в 04:06", "Получено 24 ноября в 04:06"],
] as const)("in %s, the time of a payment names its day unless it is today", (lang, day, never, today, before) => {
  function Received({ otherDay, seenAt }: { otherDay: string | null; seenAt: string | null }) {
    const { t } = useTranslation("order");
    return <>{receivedText(t, { clock: () => "04:06", otherDay: () => otherDay }, seenAt)}</>;
  }
  const rendered = (otherDay: string | null, seenAt: string | null = at) =>
    renderToStaticMarkup(
      <TextsProvider value={textsFor(lang)}>
        <Received otherDay={otherDay} seenAt={seenAt} />
      </TextsProvider>,
    ).replaceAll("\u00a0", " ");
  expect(rendered(null, null)).toBe(never);
  expect(rendered(null)).toBe(today);
  expect(rendered(day)).toBe(before);
});
