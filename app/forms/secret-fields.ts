/** Fields whose values go to the service and nowhere else: not back into a page, not into a cookie. */
const secretFields = /^(password|current_password|code|two_factor_code|recovery_code|credential)$/;

export function isSecretField(name: string): boolean {
  return secretFields.test(name);
}
