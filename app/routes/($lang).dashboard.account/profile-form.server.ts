import { z } from "zod/v4";
import { ofEachSetting } from "../../../contract/member/member-settings.ts";
import { languages } from "../../../contract/values/languages.ts";

const box = z.literal("on").optional();

/** An emptied field deletes the value; an unticked checkbox is not submitted. */
export const profileForm = z.object({
  name: z.string().max(500, { error: "too_long" }).default(""),
  phone: z.string().max(500, { error: "too_long" }).default(""),
  locale: z.enum(languages, { error: "invalid" }),
  timezone: z.string({ error: "required" }).max(500, { error: "too_long" }),
  ...ofEachSetting(() => box),
});
