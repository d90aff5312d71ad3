import { expect, test } from "vitest";
import { isAuthPath } from "./auth-path.ts";

test.each(["/sign-in", "/En/sign-in", "/Ru/sign-up", "/En/sign-up/code", "/reset", "/Ru/reset/code", "/En/two-factor"])(
  "%s opens in the dialog",
  (path) => {
    expect(isAuthPath(path)).toBe(true);
  },
);

test.each(["/", "/En", "/En/sign-out", "/En/auth/google", "/en/sign-in", "/En/sign-in/", "/En/dashboard/sign-in", ""])(
  "%s is loaded as a page",
  (path) => {
    expect(isAuthPath(path)).toBe(false);
  },
);
