/** Where Google signs people in, hands out tokens, and has the script of its own button. */
export const googleAddresses = {
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  button: "https://accounts.google.com/gsi/client",
} as const;
