import { z } from "zod/v4";

const password = z.string({ error: "required" }).max(1024, { error: "too_long" });
const code = z.string({ error: "required" }).max(64, { error: "too_long" });

export const beginForm = z.object({ password });
export const enableForm = z.object({ code });
export const disableForm = z.object({ password, code });
