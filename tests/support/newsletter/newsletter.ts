import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Lang } from "../../../contract/values/languages.ts";
import { newsletterSubscriber } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import type { Exchange } from "../service/exchange.ts";

export const issue = {
  en: { subject: "New pairs", text: "First paragraph.\n\nSecond <b>one</b>." },
  ru: { subject: "Новые направления", text: "Первый абзац." },
};

/** The newsletter of an exchange, as its readers and operators see it. */
export function newsletter(service: Exchange) {
  const ask = (email: string, locale: Lang = "en") => service.call("subscribe", { body: { email, locale } });
  const sent = async (kind: string, to?: string) => (await service.emails(to)).filter((email) => email.kind === kind);
  const operator = (command: string, args: Record<string, string> = {}) =>
    runCommand(service.ctx, { command, args, operator: { name: "mira" } });
  return {
    ask,
    sent,
    operator,
    rows: () => service.ctx.db.orm.select().from(newsletterSubscriber),
    /** Asks for a subscription and presses the link. */
    async subscribed(email: string, locale: Lang = "en"): Promise<void> {
      await ask(email, locale);
      const token = keyIn((await sent("newsletter_confirm", email))[0]?.text, "confirm");
      expect((await service.call("subscribeConfirm", { body: { token } })).status).toBe(200);
    },
    send: (file: string, more: Record<string, string> = { anyway: "yes" }) =>
      operator("newsletter send", { file, reason: "the autumn news", ...more }),
  };
}

/** The key of the link to this page in an email. */
export function keyIn(text: string | undefined, page: string): string {
  return decodeURIComponent(new RegExp(`newsletter/${page}\\?t=(\\S+)`).exec(text ?? "")?.[1] ?? "");
}

/** A file with this content, until the test ends. */
export function fileOf(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), "newsletter-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "issue.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
