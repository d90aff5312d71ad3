import { type Step, textResponse } from "../front-request.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Unknown methods (TRACE) are refused before the request is read. */
export const methodStep: Step = ({ method }) =>
  methods.includes(method)
    ? undefined
    : textResponse(405, "This method is not served.\n", { allow: methods.join(", ") });
