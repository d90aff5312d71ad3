import { createLogger, type Logger, type Rollup } from "vite";

/**
 * Warnings that are no news: a route without browser code is an empty chunk by intent, and a comment of a package that
 * Rollup removes changes no code.
 */
export const exceptKnown: Rollup.LogHandlerWithDefault = (level, log, show) => {
  const isEmptyRoute = log.code === "EMPTY_BUNDLE" && log.names?.[0] === "route";
  const isForeignComment = log.code === "INVALID_ANNOTATION" && log.id?.includes("/node_modules/");
  if (!isEmptyRoute && !isForeignComment) show(level, log);
};

/** The logger of the build: a warning is an error, since it is easily missed among the other lines. */
export function failingOnWarnings(): Logger {
  const fail = (warning: string) => {
    throw new Error(`The build has a warning: ${warning}`);
  };
  return { ...createLogger(), warn: fail, warnOnce: fail };
}
