import type { Chat } from "../settings/chats.ts";
import { env } from "../settings/env.server.ts";

export const chatKinds = ["live", "support"] as const;
type ChatKind = (typeof chatKinds)[number];

/** The configured chat of a kind. */
export function chatAt(kind: ChatKind): Chat | undefined {
  return { live: env.LIVE_CHAT, support: env.SUPPORT_WIDGET }[kind];
}

/** What the contact page offers: none by default. */
export function offeredChats(): { kind: ChatKind; name: string }[] {
  return chatKinds.flatMap((kind) => {
    const chat = chatAt(kind);
    return chat ? [{ kind, name: chat.name }] : [];
  });
}
