/** Nothing was done, since too many others come before. The call is answered with `overloaded`, and may be repeated. */
export class TooBusy extends Error {
  constructor() {
    super("Too many others come before");
  }
}
