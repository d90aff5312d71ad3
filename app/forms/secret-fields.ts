/** Fields whose values are sent to the service only: never to a page or a cookie. */
const secretFields =
  /^(password|current_password|code|email_code|captcha_token|two_factor_code|recovery_code|credential)$/;

export function isSecretField(name: string): boolean {
  return secretFields.test(name);
}
