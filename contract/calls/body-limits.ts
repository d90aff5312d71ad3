import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";

const limits = Object.values<Endpoint>(endpoints).map(({ path, bodyLimitBytes }) => ({ path, bodyLimitBytes }));
const usualBytes = Math.min(...limits.map(({ bodyLimitBytes }) => bodyLimitBytes));
const longestBytes = new Map(
  limits
    .filter(({ bodyLimitBytes }) => bodyLimitBytes > usualBytes)
    .map(({ path, bodyLimitBytes }) => [`/api/v1/${path}`, bodyLimitBytes]),
);

/** How many bytes a server reads of a body at this path, before it knows the call: of calls with a picture or an email more. */
export const bodyLimitAt = (path: string): number => longestBytes.get(path) ?? usualBytes;
