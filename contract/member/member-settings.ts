/**
 * Settings that members turn on and off in their profile, with the defaults of a new account. Each is a field of the profile and of its
 * form, labelled by the text of the same name in `account.json`, and a column of the table of members.
 */
export const memberSettings = { order_email: true, news: false } as const satisfies Record<string, boolean>;

export type MemberSetting = keyof typeof memberSettings;

export const memberSettingNames = Object.keys(memberSettings).filter((name): name is MemberSetting =>
  Object.hasOwn(memberSettings, name),
);

/** A value for each setting. */
export function ofEachSetting<Part>(partOf: (name: MemberSetting) => Part): Record<MemberSetting, Part> {
  const entries = memberSettingNames.map((name) => [name, partOf(name)] as const);
  return Object.fromEntries(entries) as Record<MemberSetting, Part>;
}
