/**
 * Whether an amount times a shown rate is the shown result, to the last digit of the rate, which is rounded down. A
 * rate without its fees fails for any fee that the rate's digits can show.
 */
export function multiplies(amount: string, rate: string, result: string): boolean {
  const [sent, times, got] = [Number(amount), Number(rate), Number(result)];
  const lastDigit = 10 ** -(rate.split(".")[1]?.length ?? 0);
  const tolerance = 1e-9;
  return sent * times <= got + tolerance && got < sent * (times + lastDigit) + tolerance;
}
