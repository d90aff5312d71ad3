import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { newNonce } from "../../auth/google/google-nonce.server.ts";

export function loader(): never {
  throw redirect("/sign-in", 303);
}

/** A nonce for Google's button, requested by its script. */
export async function action(args: ActionFunctionArgs) {
  const { nonce, header } = await newNonce(args);
  return json({ nonce }, { headers: { "Set-Cookie": header } });
}
