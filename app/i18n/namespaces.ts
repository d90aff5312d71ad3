/** One JSON file a namespace in locales/en and locales/ru. A new file gets its line here and in key-types.d.ts. */
export const namespaces = [
  "common",
  "shell",
  "content",
  "errors",
  "rules",
  "problems",
  "order",
  "details",
  "confirm",
  "track",
  "mailbox",
  "forms",
  "home",
  "calculator",
  "exchange",
  "rates",
  "summary",
  "steps",
] as const;
export type Namespace = (typeof namespaces)[number];
