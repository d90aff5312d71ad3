/** Google's endpoints for OAuth 2.0, and the script of its sign-in button. */
export const googleAddresses = {
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  button: "https://accounts.google.com/gsi/client",
} as const;
